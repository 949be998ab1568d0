/** For tests: a lesson's packages as learning platforms take them. */
import { readFile } from 'node:fs/promises';
import { JSDOM } from 'jsdom';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs';
import { Scorm12API } from 'scorm-again';
import type { PackageFiles } from '../platform';

const QTI = { q: 'http://www.imsglobal.org/xsd/imsqti_v2p1' };
const CP = { c: 'http://www.imsglobal.org/xsd/imscp_v1p1' };

interface ReadChoice {
  words: string;
  right: boolean;
  why: string;
}

/** Of imsqti_v2p1.xsd, which imports others from beside it; null where nobody has said where it is. */
let validator: Promise<XsdValidator | null> | null = null;

async function schema(): Promise<XsdValidator | null> {
  const file = process.env['QTI_SCHEMA'];
  if (!file) return null;
  xmlRegisterFsInputProviders();
  return XsdValidator.fromDoc(XmlDocument.fromBuffer(await readFile(file), { url: file }));
}

/** Every question of a package, in the order of its test. */
export async function readQti(files: PackageFiles): Promise<ReadChoice[][]> {
  validator ??= schema();
  const valid = await validator;
  const read = (name: string): XmlDocument => {
    const doc = XmlDocument.fromString(files[name] ?? '');
    if (name !== MANIFEST) valid?.validate(doc);
    return doc;
  };
  const all = (doc: XmlDocument, path: string, names: Record<string, string> = QTI) =>
    doc.find(path, names).map(({ content }) => content);
  const manifest = read(MANIFEST);
  const listed = all(manifest, '//c:file/@href', CP).sort();
  const there = Object.keys(files)
    .filter((name) => name !== MANIFEST)
    .sort();
  if (listed.join() !== there.join()) throw new Error(`the manifest lists ${listed.join()}`);
  return all(read('test.xml'), '//q:assessmentItemRef/@href').map((name) => {
    const item = read(name);
    const correct = all(item, '//q:correctResponse/q:value');
    const keys = all(item, '//q:simpleChoice/@identifier');
    const words = all(item, '//q:simpleChoice');
    const worth = new Map(
      all(item, '//q:mapEntry/@mapKey').map((key, i) => [
        key,
        Number(all(item, '//q:mapEntry/@mappedValue')[i]),
      ]),
    );
    if (correct.length !== 1 || worth.get(correct[0] ?? '') !== 1)
      throw new Error(`${name}: not one choice is the right one`);
    const why = new Map(
      all(item, '//q:modalFeedback/@identifier').map((key, i) => [
        key,
        all(item, '//q:modalFeedback')[i] ?? '',
      ]),
    );
    return keys.map((key, i) => ({
      words: words[i] ?? '',
      right: worth.get(key) === 1,
      why: why.get(key) ?? '',
    }));
  });
}

const MANIFEST = 'imsmanifest.xml';

export interface Taken {
  /** The status before anything was answered, and behind it. */
  before: string;
  status: string;
  score: string;
  min: string;
  max: string;
  /** Of each interaction. */
  results: string[];
  errors: string[];
  /** Another visit: what the platform has then, and how many questions are still open. */
  again: { status: string; score: string; open: number };
}

/** Opens the page in a platform, and answers its questions by these places. */
export async function takeScorm(files: PackageFiles, picks: readonly number[]): Promise<Taken> {
  const manifest = XmlDocument.fromString(files[MANIFEST] ?? '');
  const listed = manifest
    .find('//p:file/@href', { p: 'http://www.imsproject.org/xsd/imscp_rootv1p1p2' })
    .map(({ content }) => content);
  for (const name of listed) if (!(name in files)) throw new Error(`the manifest lists ${name}`);
  const errors: string[] = [];
  const visit = (kept: Record<string, unknown> | null) => {
    const api = new Scorm12API({
      autocommit: false,
      logLevel: 4,
      onLogMessage: (level: number | string, message: string) => {
        if (Number(level) >= 4 || level === 'ERROR') errors.push(message);
      },
    });
    if (kept) api.loadFromJSON(kept, '');
    const { window } = new JSDOM(files['index.html'], {
      runScripts: 'outside-only',
      url: 'https://lms.example/',
    });
    Object.assign(window, { API: api });
    window.eval(files['lesson.js'] ?? '');
    const of = (name: string) => api.lmsGetValue(`cmi.${name}`);
    return { api, window, of };
  };
  const first = visit(null);
  const before = first.of('core.lesson_status');
  const forms = [...first.window.document.querySelectorAll('form')];
  for (const [i, form] of forms.entries()) {
    const input = form.querySelectorAll('input')[picks[i] ?? -1];
    if (!input) throw new Error(`question ${i} has no choice ${picks[i]}`);
    input.checked = true;
    form.dispatchEvent(new first.window.Event('submit', { cancelable: true }));
    // Nobody changes what they have said.
    form.dispatchEvent(new first.window.Event('submit', { cancelable: true }));
  }
  const { status, score, min, max } = {
    status: first.of('core.lesson_status'),
    score: first.of('core.score.raw'),
    min: first.of('core.score.min'),
    max: first.of('core.score.max'),
  };
  const { cmi: kept } = first.api.renderCMIToJSONObject() as {
    cmi: Record<string, unknown> & { interactions: object };
  };
  // Interactions are written, and never read by a page.
  const results = Object.values(kept.interactions).map(({ result }: { result: string }) => result);
  first.window.dispatchEvent(new first.window.Event('pagehide'));
  const second = visit(kept);
  const again = {
    status: second.of('core.lesson_status'),
    score: second.of('core.score.raw'),
    open: second.window.document.querySelectorAll('fieldset:not([disabled])').length,
  };
  await Promise.resolve();
  return { before, status, score, min, max, results, errors, again };
}
