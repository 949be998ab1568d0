/** Whose check a name of a link is about: a policy's own, a mode's, or that of a kind of decision. */
import type { PolicyFacts } from '../../pages/check/facts';
import { FACTS } from '../../pages/check/gen/facts';
import { MODES } from '../../core/gen/modes';
import { scenes } from '../../scenes';

/** Kinds of event that a policy decides, or that it is checked by. The core names the policy's document. */
export function kindsOf({ doc }: PolicyFacts): string[] {
  const scene = scenes.find(({ policy }) => policy?.documents.some((id) => doc.includes(`document ${id}`)));
  return [...(scene?.kinds ?? []), ...(scene?.companions ?? []), ...(scene?.policy?.basis ?? [])];
}

/** The first policy where the name says nothing. */
export function policyNamed(name: string | null): PolicyFacts | undefined {
  const mode = MODES.find((m) => m.name === name)?.policy;
  const { policies } = FACTS;
  return (
    policies.find((p) => p.name === (mode ?? name)) ??
    policies.find((p) => name !== null && kindsOf(p).includes(name)) ??
    policies[0]
  );
}
