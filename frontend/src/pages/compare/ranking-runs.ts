/** Which tunable matters, on the page: its runs as they finish, each tunable alone and then the widest in pairs. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Catalogue } from '../../capture/sources/catalogue';
import type { ParamValues } from '../../core/params';
import type { Measured } from '../../core/session';
import { jobsOf } from './digest';
import { showing, type Pool } from './pool';
import {
  barsOf,
  pairResults,
  pairsOf,
  parseRanking,
  singlesOf,
  variationsOf,
  type Bar,
  type Omission,
  type Pair,
  type PairResult,
  type PairRun,
  type Ranking,
  type SingleRun,
  type Variation,
} from './ranking';

export interface RankingState {
  /** Null until something is asked that can be. */
  ranking: Ranking | null;
  varied: readonly Variation[];
  omitted: readonly Omission[];
  /** Labels of tunables, and pairs, for which there is no room in a minute. */
  left: readonly string[];
  leftPairs: readonly Pair[];
  bars: readonly Bar[];
  results: readonly PairResult[];
  /** Runs of each kind that there are, and that have ended. Pairs are known once all others have. */
  singles: { all: number; done: number };
  pairs: { all: number; done: number };
  /** Why runs failed, each sentence once. */
  failed: readonly string[];
  running: boolean;
  /** Why it cannot be asked; '' where it can. */
  refused: string;
}

export interface Ranker {
  store: StoreApi<RankingState>;
  ask: (text: string, catalogue: Catalogue) => Promise<void>;
  stop: () => void;
}

const NOTHING: RankingState = {
  ranking: null,
  varied: [],
  omitted: [],
  left: [],
  leftPairs: [],
  bars: [],
  results: [],
  singles: { all: 0, done: 0 },
  pairs: { all: 0, done: 0 },
  failed: [],
  running: false,
  refused: '',
};

/** `contentOf`: what names the core by its bytes; null where that cannot be said. */
export function ranker(
  pool: Pool<Measured[]>,
  contentOf: (capture: string | null) => Promise<string | null>,
): Ranker {
  const store = createStore<RankingState>(() => NOTHING);
  let turn = 0;

  /** Makes them all; `show` as they end. False where it was stopped. */
  async function make(
    runs: readonly { set: ParamValues }[],
    show: (rows: readonly (readonly Measured[] | null)[], done: number, failed: readonly string[]) => void,
  ): Promise<boolean> {
    const mine = turn;
    const rows: (readonly Measured[] | null)[] = runs.map(() => null);
    const failed = new Set<string>();
    let done = 0;
    const isTime = showing();
    const content = await contentOf(null);
    if (mine !== turn) return false;
    const sets = runs.map(({ set }) => set);
    await pool.make(jobsOf(content, null, sets), (i, found) => {
      done++;
      if (typeof found === 'string') failed.add(found);
      else rows[i] = found;
      if (isTime(done === 1)) show(rows, done, [...failed]);
    });
    if (mine !== turn) return false;
    show(rows, done, [...failed]);
    return true;
  }

  async function alone(ranking: Ranking, varied: readonly Variation[], runs: readonly SingleRun[]) {
    return make(runs, (rows, done, failed) => {
      store.setState({
        bars: barsOf(ranking, varied, runs, rows),
        singles: { all: runs.length, done },
        failed,
      });
    });
  }

  async function paired(ranking: Ranking, runs: readonly PairRun[]) {
    const { bars, failed: before } = store.getState();
    return make(runs, (rows, done, failed) => {
      store.setState({
        results: pairResults(ranking, bars, runs, rows),
        pairs: { all: runs.length, done },
        failed: [...new Set([...before, ...failed])],
      });
    });
  }

  const stop = () => {
    turn++;
    pool.stop();
    store.setState({ running: false });
  };
  return {
    store,
    stop,
    ask: async (text, catalogue) => {
      stop();
      try {
        const ranking = parseRanking(text);
        const scenario = catalogue.scenarios.find(({ id }) => id === ranking.of.id);
        if (!scenario) throw new Error(`there is no scenario “${ranking.of.id}”`);
        const { params, varied, omitted } = variationsOf(ranking, scenario.params);
        const { runs, left } = singlesOf(ranking, params, varied);
        const singles = { all: runs.length, done: 0 };
        store.setState({ ...NOTHING, ranking, varied, omitted, left, singles, running: true });
        if (!(await alone(ranking, varied, runs))) return;
        const pairs = pairsOf(ranking, params, varied, store.getState().bars, runs.length);
        store.setState({ pairs: { all: pairs.runs.length, done: 0 }, leftPairs: pairs.left });
        if (await paired(ranking, pairs.runs)) store.setState({ running: false });
      } catch (error) {
        store.setState({ refused: error instanceof Error ? error.message : String(error), running: false });
      }
    },
  };
}
