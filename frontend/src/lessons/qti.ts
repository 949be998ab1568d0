/**
 * A lesson's questions as a package of QTI 2.1: a test, an item for each question, and the manifest that lists them. Which
 * choice is right, what it counts and what is said to it is in the item. Pure.
 */
import type { BuiltStep } from './builder';
import { escaped, platformQuestions, type PackageFiles, type PlatformQuestion } from './platform';

const QTI = 'http://www.imsglobal.org/xsd/imsqti_v2p1';
const QTI_SCHEMA = 'http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd';
const PACKAGE = 'http://www.imsglobal.org/xsd/imscp_v1p1';
const PACKAGE_SCHEMA = 'http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

const ROOT = `xmlns="${QTI}" xmlns:xsi="${XSI}" xsi:schemaLocation="${QTI} ${QTI_SCHEMA}"`;

const idOf = ({ step, nth }: Pick<PlatformQuestion, 'step' | 'nth'>) => `q${step + 1}-${nth + 1}`;
const fileOf = (question: PlatformQuestion) => `items/${idOf(question)}.xml`;
const choiceId = (i: number) => `c${i + 1}`;

/** `href`: where a step is, as a whole address, since a question is about its picture. */
export function qtiFiles(
  { id, title, lang }: { id: string; title: string; lang: string },
  steps: readonly Pick<BuiltStep, 'title' | 'questions'>[],
  href: (step: number) => string,
): PackageFiles {
  const questions = platformQuestions(title, steps);
  const items = questions.map(
    (question) => [fileOf(question), itemOf(question, lang, href(question.step))] as const,
  );
  return {
    'imsmanifest.xml': manifestOf(id, questions),
    'test.xml': testOf(id, title, questions),
    ...Object.fromEntries(items),
  };
}

function itemOf(question: PlatformQuestion, lang: string, picture: string): string {
  const { title, ask, choices, took } = question;
  const each = (line: (choice: PlatformQuestion['choices'][number], id: string) => string) =>
    choices.map((choice, i) => line(choice, choiceId(i))).join('\n');
  return `${HEAD}<assessmentItem ${ROOT}
  identifier="${idOf(question)}" title="${escaped(title)}" xml:lang="${escaped(lang)}" adaptive="false" timeDependent="false">
<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier">
<correctResponse><value>${choiceId(took)}</value></correctResponse>
<mapping lowerBound="0" upperBound="1" defaultValue="0">
${each(({ right }, id) => `<mapEntry mapKey="${id}" mappedValue="${right ? 1 : 0}"/>`)}
</mapping>
</responseDeclaration>
<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="1">
<defaultValue><value>0</value></defaultValue>
</outcomeDeclaration>
<outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>
<itemBody>
<p><a href="${escaped(picture)}">The picture</a></p>
<choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="1">
<prompt>${escaped(ask)}</prompt>
${each(({ words }, id) => `<simpleChoice identifier="${id}">${escaped(words)}</simpleChoice>`)}
</choiceInteraction>
</itemBody>
<responseProcessing>
<responseCondition>
<responseIf>
<isNull><variable identifier="RESPONSE"/></isNull>
<setOutcomeValue identifier="SCORE"><baseValue baseType="float">0</baseValue></setOutcomeValue>
</responseIf>
<responseElse>
<setOutcomeValue identifier="SCORE"><mapResponse identifier="RESPONSE"/></setOutcomeValue>
<setOutcomeValue identifier="FEEDBACK"><variable identifier="RESPONSE"/></setOutcomeValue>
</responseElse>
</responseCondition>
</responseProcessing>
${each(
  ({ why }, id) =>
    `<modalFeedback outcomeIdentifier="FEEDBACK" identifier="${id}" showHide="show">${escaped(why)}</modalFeedback>`,
)}
</assessmentItem>
`;
}

function testOf(id: string, title: string, questions: readonly PlatformQuestion[]): string {
  const items = questions.map(
    (question) => `<assessmentItemRef identifier="${idOf(question)}" href="${fileOf(question)}"/>`,
  );
  return `${HEAD}<assessmentTest ${ROOT}
  identifier="${testId(id)}" title="${escaped(title)}">
<testPart identifier="all" navigationMode="nonlinear" submissionMode="individual">
<itemSessionControl maxAttempts="1" showFeedback="true"/>
<assessmentSection identifier="questions" title="${escaped(title)}" visible="true">
${items.join('\n')}
</assessmentSection>
</testPart>
</assessmentTest>
`;
}

const testId = (id: string) => `mmscope-${id}`;

function manifestOf(id: string, questions: readonly PlatformQuestion[]): string {
  const items = questions.map((question) => {
    const file = fileOf(question);
    return `<resource identifier="${idOf(question)}" type="imsqti_item_xmlv2p1" href="${file}"><file href="${file}"/></resource>`;
  });
  const needs = questions.map((question) => `<dependency identifierref="${idOf(question)}"/>`);
  return `${HEAD}<manifest xmlns="${PACKAGE}" xmlns:xsi="${XSI}" xsi:schemaLocation="${PACKAGE} ${PACKAGE_SCHEMA}"
  identifier="${testId(id)}-package">
<metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>
<organizations/>
<resources>
<resource identifier="${testId(id)}" type="imsqti_test_xmlv2p1" href="test.xml">
<file href="test.xml"/>
${needs.join('\n')}
</resource>
${items.join('\n')}
</resources>
</manifest>
`;
}
