import { connect } from '../assistant.ts';
import type { Running } from '../fixtures.ts';
import { addKey } from '../personal-key.ts';
import { type Answered, QUESTIONS } from './questions.ts';

/** Markers around the transcript in docs/generated/assistant-questions.md. */
export const BEGIN = '<!-- transcript -->';
export const END = '<!-- end of the transcript -->';

/** Maximum characters shown of an answer. */
const SHOWN = 400;

/** Ten questions by the official client with a key that reads lists, as Markdown. */
export async function transcript(running: Running): Promise<string> {
	const assistant = await connect(
		running.url,
		await addKey(running.product.stores.records.pool, 'pro@demo.test', 'A program', ['lists:read']),
	);
	const reported: Record<string, unknown> = {};
	const parts: string[] = [];
	for (const { asked, tool, given, said } of QUESTIONS) {
		const { text } = await assistant.ask(tool, given);
		const { as_of, answer = {}, ...refusal } = JSON.parse(text) as { as_of?: string; answer?: object };
		reported[tool] = { ...refusal, ...answer, as_of };
		parts.push(
			`### ${asked}`,
			`\`${tool} ${JSON.stringify(given)}\``,
			['```json', excerpt(text), '```'].join('\n'),
			`> ${said(reported as Answered)}`,
		);
	}
	await assistant.close();
	return parts.join('\n\n');
}

function excerpt(text: string): string {
	return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)} ...`;
}

/** The page with its transcript replaced. */
export function withTranscript(page: string, text: string): string {
	const [before, rest] = page.split(BEGIN);
	const [, after] = rest?.split(END) ?? [];
	if (before === undefined || after === undefined) throw new Error(`The page has no ${BEGIN} and ${END}.`);
	return `${before}${BEGIN}\n\n${text}\n\n${END}${after}`;
}
