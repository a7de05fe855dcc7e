/** Checks that the docs have at most 30,000 words in all, and that decisions are numbered and have at most 60 lines. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_WORDS = 30_000;
const MAX_LINES = 60;
const DECISIONS = 'docs/decisions/';

/** Problems of the tracked pages below docs/; generated pages and those of the specification don't count. */
export function checkDocsSize(root: string, files: readonly string[]): string[] {
	const pages = files
		.filter((file) => /^docs\/.*\.md$/.test(file) && !/^docs\/(?:generated|spec)\//.test(file))
		.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
	const words = pages.reduce((sum, { text }) => sum + countWords(text), 0);
	return [
		...(words > MAX_WORDS ? [`docs/: ${words} words, at most ${MAX_WORDS}; cut what another page says too`] : []),
		...checkDecisions(pages.filter(({ file }) => file.startsWith(DECISIONS))),
	];
}

function countWords(text: string): number {
	return text.split(/\s+/).filter(Boolean).length;
}

function checkDecisions(decisions: readonly { file: string; text: string }[]): string[] {
	const numbers = new Map<string, string>();
	return decisions.flatMap(({ file, text }) => {
		const number = /^(\d{4})-[a-z0-9-]+\.md$/.exec(file.slice(DECISIONS.length))?.[1];
		if (number === undefined) return [`${file}: name it by a number and its subject, such as 0001-node.md`];
		const previousFile = numbers.get(number);
		numbers.set(number, file);
		const lines = text.trimEnd().split('\n').length;
		return [
			...(previousFile === undefined ? [] : [`${file}: has the number of ${previousFile}`]),
			...(text.startsWith(`# ${number}. `) ? [] : [`${file}: its heading must begin with '# ${number}. '`]),
			...(lines > MAX_LINES ? [`${file}: ${lines} lines, at most ${MAX_LINES}`] : []),
		];
	});
}
