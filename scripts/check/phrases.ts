/** Plain English in what people read: strings, comments, docs, styles and deployment files use none of the banned phrases. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageText, textsOf } from './texts.ts';

/** The phrase to avoid, also across a line break of a comment, and what to write instead. */
const BANNED: readonly (readonly [RegExp, string])[] = [
	[/\b(?:unless|if[\s*]+not)[\s*]+told\b/gi, 'default: ...'],
	[/\b(?:is|are|was|were|be|been|being|not|as|has|have|had|gets?|got)[\s*]+told\b(?![\s*]+apart)/gi, 'shown, notified, reported'],
	[/\btells\b(?![\s*]+apart)/gi, 'says, shows, notifies'],
	[/\banew\b/gi, 'again, refresh, rebuild'],
	[/\bin[\s*]+vain\b/gi, 'failed'],
	[/\bdid[\s*]+not[\s*]+arrive\b/gi, "couldn't load ..."],
	[/\b(?:foretold|foretells?|foretelling)\b/gi, 'predicted'],
	[/\bmend(?:s|ed|ing)?\b/gi, 'fix, repair'],
	[/\bwhoever\b/gi, 'users who ...'],
	[/\b(?:somebody|nobody|everybody)\b/gi, 'the role: a user, no reader, all traders'],
	[/\b(?:stands?|stood|standing)[\s*]+(?:in(?![\s*]+for)|beside|among)\b/gi, 'is in, is next to'],
	[/\bhouse(?:'s|’s)?[\s*]+(?:filters?|rules?|settings?)\b|\bthe[\s*]+house\b/gi, 'built-in filter, site settings'],
	[/\bthe[\s*]+walls?(?:'s)?\b(?![-\s]clock)/gi, 'wall clock'],
	[/\bpayment[\s*]+notices?\b/gi, 'payment notification'],
	[/\bwait-list[\s*]+(?:entry|entries)\b/gi, 'wait-list sign-up'],
	[/\bkey-door\b|\bopen[\s*]+doors?\b/gi, 'API-key authentication, public access'],
	[/(?<![-/])\bmanners\b(?![-/])/gi, 'consent, PWA'],
	[/\btroubles?\b/gi, 'error'],
	[/\bpiece[\s*]+of[\s*]+work\b/gi, 'job, task'],
];
/** A value in a statement or an example, as in `audience = 'everybody'`. */
const QUOTED_VALUE = /'[\w.]+'/g;
const MAX_LINE_LENGTH = 160;

/** Problems of the tracked files: banned phrases in strings, comments and pages, and long lines of pages. */
export function checkPhrases(root: string, files: readonly string[]): string[] {
	return files.filter(isChecked).flatMap((file) => bannedPhrasesIn(file, readFileSync(join(root, file), 'utf8')));
}

function isChecked(file: string): boolean {
	return (
		(/\.(?:tsx?|mjs|md|css|py)$/.test(file) || /^(?:deploy|scripts\/release|\.github)\/|^Dockerfile$/.test(file)) &&
		!/^(?:scripts\/check\/phrases|docs\/spec\/)/.test(file)
	);
}

function bannedPhrasesIn(file: string, code: string): string[] {
	const isPage = file.endsWith('.md');
	const isCode = /\.(?:tsx?|mjs)$/.test(file);
	const longLineProblems = isPage && !file.endsWith('results.md') ? longLines(file, code) : [];
	if (!BANNED.some(([phrase]) => code.search(phrase) >= 0)) return longLineProblems;
	const texts = isCode ? textsOf(file, code) : [{ start: 0, end: code.length }];
	const problems = texts.flatMap(({ start, end }) => {
		const text = code.slice(start, end);
		if (!/\s/.test(text.trim())) return [];
		const visibleText = isPage ? pageText(text) : text.replace(QUOTED_VALUE, (value) => ' '.repeat(value.length));
		return BANNED.flatMap(([phrase, replacement]) =>
			[...visibleText.matchAll(phrase)].map(({ 0: words, index }) => {
				const line = code.slice(0, start + index).split('\n').length;
				return `${file}:${line}: '${words}', write: ${replacement}`;
			}),
		);
	});
	return [...longLineProblems, ...problems];
}

/** Prose lines of a page that are too long; rows of tables and code cannot be wrapped. */
function longLines(file: string, page: string): string[] {
	let isInCode = false;
	return page.split('\n').flatMap((line, index) => {
		if (line.startsWith('```')) isInCode = !isInCode;
		return !isInCode && !line.startsWith('|') && line.length > MAX_LINE_LENGTH && /\s/.test(line.slice(0, MAX_LINE_LENGTH))
			? [`${file}:${index + 1}: ${line.length} characters in a line, at most ${MAX_LINE_LENGTH}`]
			: [];
	});
}
