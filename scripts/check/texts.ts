/**
 * Checks that texts for people (screens, comments, test titles and pages) use one name per concept, as in docs/glossary.md. Fields and values of calls
 * are exempt.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { isNode, type Node } from '../languages/nodes.ts';

/** The word to avoid, and the project's word. */
const WORDS_TO_AVOID: readonly (readonly [RegExp, string])[] = [[/\b(?:license|License)s?\b/g, 'licence']];
/** Texts in which the other word is allowed: messages prescribed by the specification, and names of third parties. */
const ALLOWED_TEXTS = /You need update your license|change license|purchase a license|Apache License/g;
/** A field, as in 'license: none', "license" or `license`, a column, and whole SQL statements. */
const FIELD =
	/[`'"][\w.]+[`'"]|\b\w+(?:: |=|&|\])|\b\w+ (?:uuid|text)\b|\b(?:select\b.*\bfrom|insert into|set \w+(?= =)|order by|jsonb?_build)\b[\s\S]*/g;

interface Text {
	readonly start: number;
	readonly end: number;
}

const TEXT_NODE = /^(?:TemplateElement|JSXText)$/;

/** Strings, templates, JSX and comments of a source. */
export function textsOf(file: string, code: string): Text[] {
	const { program, comments } = parseSync(file, code) as unknown as { program: Node; comments: Text[] };
	const texts: Text[] = [...comments];
	const walk = (node: Node): void => {
		if (TEXT_NODE.test(node.type)) texts.push(node);
		if (node.type === 'Literal' && typeof node['value'] === 'string') texts.push({ start: node.start + 1, end: node.end - 1 });
		for (const child of Object.values(node).flat()) if (isNode(child)) walk(child);
	};
	walk(program);
	return texts;
}

/** A Markdown page with its code replaced by spaces, so that offsets stay the same. */
export function pageText(page: string): string {
	return page.replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replace(/[^\n]/g, ' '));
}

export function checkTexts(root: string, files: readonly string[]): string[] {
	return files
		.filter((file) => /\.(?:tsx?|md)$/.test(file) && !file.startsWith('scripts/check/texts'))
		.flatMap((file) => {
			const code = readFileSync(join(root, file), 'utf8');
			if (!WORDS_TO_AVOID.some(([word]) => code.search(word) >= 0)) return [];
			const texts = file.endsWith('.md') ? [{ start: 0, end: code.length }] : textsOf(file, code);
			return texts.flatMap(({ start, end }) => {
				const text = code.slice(start, end);
				if (!isForPeople(file, text)) return [];
				const visibleText = (file.endsWith('.md') ? pageText(text) : text).replace(ALLOWED_TEXTS, blank).replace(FIELD, blank);
				return WORDS_TO_AVOID.flatMap(([word, preferred]) =>
					[...visibleText.matchAll(word)].map(({ 0: match, index }) => {
						const line = code.slice(0, start + index).split('\n').length;
						return `${file}:${line}: '${match}' is called '${preferred}', see docs/glossary.md`;
					}),
				);
			});
		});
}

function blank(text: string): string {
	return text.replace(/[^\n]/g, ' ');
}

/** Whether people read the text. Names of fields and paths are single words; other texts have several, start like a label, or are in a file of texts. */
function isForPeople(file: string, text: string): boolean {
	return /\s\S|\S\s/.test(text) || /^\W?\p{Lu}\p{Ll}/u.test(text) || /(?:[-/](?:words|titles))\.ts$/.test(file);
}
