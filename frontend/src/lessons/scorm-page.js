// SPDX-License-Identifier: Apache-2.0
// The page of a package of SCORM 1.2: answers are shown, kept by the learning platform, and counted. Where there is no
// platform, as in a folder on a disk, it is a page like any other.
(() => {
  /** @typedef {{took: number, right: boolean[], why: string[]}} Answer */
  /** @typedef {Record<'LMSInitialize' | 'LMSFinish' | 'LMSCommit', (nothing: '') => string> & {LMSGetValue: (name: string) => string, LMSSetValue: (name: string, value: string) => string}} Platform */

  /** Windows around one that are asked for the platform at most. */
  const AROUND = 20;
  const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

  /** The platform's object, which is in a window around this one, or around the one that opened it. */
  /** @param {Window & {API?: Platform} | null} from @returns {Platform | null} */
  const searched = (from) => {
    let at = from;
    for (let n = 0; at && n < AROUND; n++) {
      try {
        if (at.API) return at.API;
      } catch {
        // Another site's: nothing of it is to be seen.
      }
      if (at.parent === at) break;
      at = at.parent;
    }
    return null;
  };
  const platform = searched(window) ?? searched(window.opener);

  /** @type {Answer[]} */
  const answers = JSON.parse(document.getElementById('answers')?.textContent ?? '[]');
  /** What was chosen, by question; null: nothing yet. @type {(number | null)[]} */
  const chosen = answers.map(() => null);
  const began = Date.now();

  /** What an earlier visit left; anything else counts as nothing. */
  const restore = () => {
    /** @type {unknown} */
    let kept;
    try {
      kept = JSON.parse(platform?.LMSGetValue('cmi.suspend_data') || '[]');
    } catch {
      return;
    }
    if (!Array.isArray(kept)) return;
    for (const [i, answer] of answers.entries()) {
      /** @type {unknown} */
      const one = kept[i];
      if (typeof one === 'number' && one in answer.right) chosen[i] = one;
    }
  };

  const right = () => answers.filter((answer, i) => answer.right[chosen[i] ?? -1]).length;
  const answered = () => chosen.filter((one) => one !== null).length;

  /** What the platform is to keep. */
  const report = () => {
    if (!platform) return;
    const whole = answered() === answers.length;
    const score = answers.length === 0 ? 100 : (100 * right()) / answers.length;
    platform.LMSSetValue('cmi.suspend_data', JSON.stringify(chosen));
    platform.LMSSetValue('cmi.core.score.min', '0');
    platform.LMSSetValue('cmi.core.score.max', '100');
    platform.LMSSetValue('cmi.core.score.raw', String(Math.round(score * 100) / 100));
    platform.LMSSetValue('cmi.core.lesson_status', whole ? 'completed' : 'incomplete');
    // Else some platforms forget what was chosen.
    platform.LMSSetValue('cmi.core.exit', 'suspend');
    platform.LMSCommit('');
  };

  /** One answer by itself, for those who look at what was said. @param {number} i */
  const record = (i) => {
    const at = chosen[i];
    const answer = answers[i];
    if (!platform || !answer || at === null || at === undefined) return;
    const n = platform.LMSGetValue('cmi.interactions._count') || '0';
    const of = `cmi.interactions.${n}`;
    platform.LMSSetValue(`${of}.id`, `question-${i + 1}`);
    platform.LMSSetValue(`${of}.type`, 'choice');
    platform.LMSSetValue(`${of}.correct_responses.0.pattern`, LETTERS[answer.took] ?? '');
    platform.LMSSetValue(`${of}.student_response`, LETTERS[at] ?? '');
    platform.LMSSetValue(`${of}.result`, answer.right[at] ? 'correct' : 'wrong');
  };

  /** What was said first stays: now the answer is there to read. @param {HTMLFormElement} form @param {number} i */
  const show = (form, i) => {
    const at = chosen[i];
    const answer = answers[i];
    if (!answer || at === null || at === undefined) return;
    const choices = [...form.querySelectorAll('input')];
    for (const [nth, input] of choices.entries()) {
      input.checked = nth === at;
      if (answer.right[nth]) input.closest('label')?.classList.add('right');
    }
    form.querySelector('fieldset')?.toggleAttribute('disabled', true);
    const said = form.querySelector('.result');
    if (said)
      said.textContent = `${answer.right[at] ? 'Right.' : 'It was something else.'} ${answer.why[at]}`;
  };

  const total = () => {
    const score = document.getElementById('score');
    if (score && answers.length > 0)
      score.textContent = `${answered()} of ${answers.length} questions answered, ${right()} right.`;
  };

  platform?.LMSInitialize('');
  restore();
  for (const form of document.querySelectorAll('form')) {
    const i = Number(form.dataset['question']);
    show(form, i);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const picked = form.querySelector('input:checked');
      if (!(picked instanceof HTMLInputElement) || chosen[i] !== null) return;
      chosen[i] = Number(picked.value);
      show(form, i);
      total();
      record(i);
      report();
    });
  }
  total();
  // Who has finished it and looks again takes nothing back.
  if (!/^(completed|passed)$/.test(platform?.LMSGetValue('cmi.core.lesson_status') ?? '')) report();

  /** `0000:12:34`: hours have four digits. @param {number} seconds */
  const duration = (seconds) => {
    const part = (/** @type {number} */ n, /** @type {number} */ digits) => String(n).padStart(digits, '0');
    return `${part(Math.floor(seconds / 3600), 4)}:${part(Math.floor(seconds / 60) % 60, 2)}:${part(seconds % 60, 2)}`;
  };
  let finished = false;
  addEventListener('pagehide', () => {
    if (!platform || finished) return;
    finished = true;
    platform.LMSSetValue('cmi.core.session_time', duration(Math.floor((Date.now() - began) / 1000)));
    platform.LMSFinish('');
  });
})();
