/** Where the pages of the task that asks may come from: its memory policy, and its cpuset. */
import { useState, type FC } from 'react';
import { isNode, isNodeList, POLICIES, type Request } from '../settings';

interface Props {
  request: Request;
  /** A node of this machine. */
  first: number;
  onRequest: (request: Request) => void;
}

export const TaskFields: FC<Props> = ({ request, first, onRequest }) => {
  const { policy: chosen = '', nodes: ofPolicy = '', cpuset: confined = '' } = request;
  return (
    <>
      <label>
        policy{' '}
        <select
          value={chosen}
          onChange={({ target }) => {
            const policy = POLICIES.find((name) => name === target.value) ?? '';
            const nodes = policy === 'preferred' && !isNode(ofPolicy) ? '' : ofPolicy;
            onRequest({ ...request, policy, nodes: policy === '' ? '' : nodes || String(first) });
          }}
        >
          <option value="">default</option>
          {POLICIES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {chosen !== '' && (
        <NodeList
          key={chosen}
          words={chosen === 'preferred' ? 'node' : 'nodes'}
          nodes={ofPolicy}
          isNodes={chosen === 'preferred' ? isNode : isNodeList}
          onNodes={(nodes) => {
            onRequest({ ...request, nodes });
          }}
        />
      )}
      <NodeList
        words="cpuset"
        nodes={confined}
        isNodes={(text) => text === '' || isNodeList(text)}
        onNodes={(cpuset) => {
          onRequest({ ...request, cpuset });
        }}
      />
    </>
  );
};

/** A list of nodes; what is none is marked and not taken. */
const NodeList: FC<{
  words: string;
  nodes: string;
  isNodes: (text: string) => boolean;
  onNodes: (nodes: string) => void;
}> = ({ words, nodes, isNodes, onNodes }) => {
  const [text, setText] = useState(nodes);
  return (
    <label>
      {words}{' '}
      <input
        className="num machine-nodes"
        value={text}
        placeholder="all"
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={!isNodes(text.trim())}
        onChange={({ target }) => {
          setText(target.value);
          if (isNodes(target.value.trim())) onNodes(target.value.trim());
        }}
      />
    </label>
  );
};
