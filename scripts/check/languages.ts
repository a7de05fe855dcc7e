/** Checks that each text of the pages is translated into each language with the same placeholders, and that no catalogue has an unused key. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGUES, catalogueOf, readCatalogue } from '../languages/catalogues.ts';
import { namesIn } from '../languages/icu.ts';
import { type Message, readMessages } from '../languages/messages.ts';
import { type FileImports, isTest } from './import-graph.ts';

/** Entry points of translated sources: the application, the pages without a framework and their scripts, and the script that all pages load. */
const ENTRIES =
	/^packages\/web\/src\/(?:(?:client|router|server|start)\.tsx?|routes\/.*|features\/(?:public-pages\/client\/(?:first|last)|consent\/main)\.ts)$/;
/** Files of the administration, which is only in English. */
const ADMINISTRATION = /\/(?:routes\/admin\.|pages\/admin|features\/admin|entities\/administration)/;
/** Texts of an operator's own pages. */
const NOT_TRANSLATED = /\/information\/own-page\.ts$/;

interface FoundMessage extends Message {
	readonly file: string;
}

export function checkLanguages(root: string, imports: readonly FileImports[]): string[] {
	const reachable = new Set(reachableFiles(imports));
	const messagesByCatalogue = new Map<string, FoundMessage[]>();
	for (const { file, text } of imports) {
		const name = catalogueOf(file);
		if (name === undefined || isTest(file)) continue;
		const { messages } = readMessages(file, text);
		messagesByCatalogue.set(name, [...(messagesByCatalogue.get(name) ?? []), ...messages.map((message) => ({ ...message, file }))]);
	}
	const languages = globSync('*', { cwd: join(root, CATALOGUES) }).sort();
	return languages.flatMap((language) => {
		const cataloguePath = (name: string): string => `${CATALOGUES}/${language}/${name}.json`;
		const missing = [...messagesByCatalogue].flatMap(([name, messages]) => {
			const catalogue = readCatalogue(root, language, name);
			return messages
				.filter(({ key, isText, file }) => isText && reachable.has(file) && !NOT_TRANSLATED.test(file) && catalogue[key] === undefined)
				.map(({ key, file, line }) => `${file}:${line}: '${key}' is missing in ${cataloguePath(name)}`);
		});
		const names = globSync('**/*.json', { cwd: join(root, CATALOGUES, language) }).map((file) => file.replaceAll('\\', '/').slice(0, -5));
		const catalogueProblems = names.sort().flatMap((name) => {
			const keys = new Set(messagesByCatalogue.get(name)?.map(({ key }) => key));
			return Object.entries(readCatalogue(root, language, name)).flatMap(([key, text]) => {
				if (!keys.has(key)) return [`${cataloguePath(name)}: no text uses '${key}'`];
				const problem = findProblem(key, text);
				return problem === undefined ? [] : [`${cataloguePath(name)}: '${key}' ${problem}`];
			});
		});
		return [...missing, ...catalogueProblems];
	});
}

/** What is wrong with a translation; undefined if nothing is. */
function findProblem(key: string, text: string): string | undefined {
	if (text.trim() === '') return 'is not translated';
	try {
		const [original, translation] = [namesIn(key), namesIn(text)];
		const knownNames = new Set([...original.shown, ...original.selectors]);
		const unknownNames = [...translation.shown, ...translation.selectors].filter((name) => !knownNames.has(name));
		if (unknownNames.length > 0) return `has {${unknownNames.join('}, {')}}, which the English text doesn't have`;
		const missingNames = [...original.shown].filter((name) => !translation.shown.has(name));
		return missingNames.length > 0 ? `lacks {${missingNames.join('}, {')}}` : undefined;
	} catch (error) {
		return `is not a valid ICU message: ${error instanceof Error ? error.message : error}`;
	}
}

/** Files that the entry points import, directly or not, except the administration and tests. */
function reachableFiles(imports: readonly FileImports[]): string[] {
	const byFile = new Map(imports.map((one) => [one.file, one]));
	const reached = new Set<string>();
	const todo = [...byFile.keys()].filter((file) => ENTRIES.test(file));
	for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
		const source = byFile.get(file);
		if (!source || reached.has(file) || ADMINISTRATION.test(file) || isTest(file)) continue;
		reached.add(file);
		for (const { to, kind } of source.imports) if (to !== undefined && kind === 'value') todo.push(to);
	}
	return [...reached].sort();
}
