/** What a class answered, as the server has it for who opened the room: also when the room is over. */
import { grouped } from '../core/number';
import { FEW_PEOPLE } from './phrases';

export interface RoomAccess {
  code: string;
  secret: string;
  base: string;
}

interface ResultQuestion {
  number: number;
  round: number;
  /** Its lesson's address; '' where the stage asked it. And its step, from 0. */
  lesson: string;
  step: number;
  title: string;
  labels: readonly string[];
  took: number;
}

export interface ResultStudent {
  number: number;
  name: string;
  /** One for each question; null: none. */
  answers: readonly ({ choice: number; ms: number | null } | null)[];
}

export interface RoomResults {
  code: string;
  /** Seconds of the epoch; null: it is open. */
  over: number | null;
  questions: readonly ResultQuestion[];
  students: readonly ResultStudent[];
}

/** Null: nothing is kept of this room, or another secret opened it. */
export async function roomResults(room: RoomAccess): Promise<RoomResults | null> {
  const response = await request(room, '/results', 'GET');
  return response && ((await response.json()) as RoomResults);
}

/** The results, as a file's text. */
export async function resultsCsv(room: RoomAccess): Promise<string> {
  const response = await request(room, '/results.csv', 'GET');
  if (!response) throw new Error('Nothing of this room is kept any more.');
  return await response.text();
}

/** Closes the room; its results stay. One that is gone is closed. */
export async function closeRoom(room: RoomAccess): Promise<void> {
  await request(room, '', 'DELETE');
}

/** Removes all that is kept of a room. */
export async function removeResults(room: RoomAccess): Promise<void> {
  await request(room, '/results', 'DELETE');
}

/** Null: there is no such room. */
async function request(
  { code, secret, base }: RoomAccess,
  path: string,
  method: string,
): Promise<Response | null> {
  const headers = { 'mmscope-secret': secret };
  const url = new URL(`api/rooms/${code}${path}`, base);
  const response = await fetch(url, { method, headers }).catch(() => null);
  if (!response) throw new Error('The server does not answer. Try again when it is there.');
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`The server refused: ${response.status}.`);
  return response;
}

/** A question, as the class answered it. */
export interface QuestionSummary {
  question: ResultQuestion;
  right: number;
  answered: number;
  /** In words, how many gave the commonest of the other answers; null: nobody gave another. */
  other: { label: string; count: number } | null;
  /** ms, of half of the answers at most; null: none has a time. */
  median: number | null;
}

export function summaryOf(results: RoomResults, at: number): QuestionSummary | null {
  const question = results.questions[at];
  if (!question) return null;
  const given = results.students.flatMap(({ answers }) => answers[at] ?? []);
  const counts = question.labels.map((_, i) => given.filter(({ choice }) => choice === i).length);
  const right = counts[question.took] ?? 0;
  const others = counts.map((count, i) => (i === question.took ? 0 : count));
  const most = Math.max(...others);
  const times = given.flatMap(({ ms }) => ms ?? []).sort((a, b) => a - b);
  return {
    ...{ question, right, answered: given.length },
    other: most === 0 ? null : { label: question.labels[others.indexOf(most)] ?? '', count: most },
    median: times[Math.floor((times.length - 1) / 2)] ?? null,
  };
}

/** Of a question that so many answered right, there is nothing to teach again. */
const WELL = 0.75;

/** The one with the smallest share of right answers, where that is not well. */
export function weakest(all: readonly QuestionSummary[]): QuestionSummary | null {
  const share = ({ right, answered }: QuestionSummary) => right / answered;
  const answered = all.filter((one) => one.answered >= FEW_PEOPLE);
  const [least] = [...answered].sort((a, b) => share(a) - share(b));
  return least && share(least) < WELL ? least : null;
}

/** "Question 3", or of another round "Question 3, asked again". */
export const questionWords = ({ number, round }: ResultQuestion): string =>
  `Question ${number}${round > 1 ? ', asked again' : ''}`;

export function headline(all: readonly QuestionSummary[]): string {
  if (all.length === 0) return 'Nothing was asked.';
  const well = all.filter(({ right, answered }) => answered > 0 && right / answered >= WELL).length;
  const lead = `${well} of ${all.length} ${all.length === 1 ? 'question' : 'questions'} went well.`;
  const least = weakest(all);
  return least ? `${lead} ${questionWords(least.question)} is worth another ten minutes.` : lead;
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export type StudentOrder = 'count' | 'number' | 'name';

export const rightOf = ({ answers }: ResultStudent, questions: readonly ResultQuestion[]): number =>
  questions.filter(({ took }, i) => answers[i]?.choice === took).length;

export function ordered(results: RoomResults, by: StudentOrder): ResultStudent[] {
  const { questions, students } = results;
  const all = [...students].sort((a, b) => a.number - b.number);
  if (by === 'count') return all.sort((a, b) => rightOf(b, questions) - rightOf(a, questions));
  // Who gave none comes last.
  if (by === 'name')
    return all.sort((a, b) => Number(a.name === '') - Number(b.name === '') || a.name.localeCompare(b.name));
  return all;
}

/** "203 came, 187 answered something" */
export function attendance({ students }: RoomResults): string {
  const silent = students.filter(({ answers }) => answers.every((one) => one === null)).length;
  return `${grouped(students.length)} came, ${grouped(students.length - silent)} answered something`;
}
