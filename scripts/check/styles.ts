/** Checks what the compiler doesn't: that each class of a CSS module that a component uses exists, and that each existing class is used. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const IMPORT = /\bimport (\w+) from '(\.[^']+\.module\.css)'/g;

export function checkStyles(root: string, files: readonly string[]): string[] {
	const problems: string[] = [];
	/** The used classes of each CSS module; undefined if a computed name could be any of its classes. */
	const usedClassesBySheet = new Map<string, Set<string> | undefined>();
	for (const file of files) {
		// The tests of this check contain such imports as text.
		if (file.startsWith('scripts/check/')) continue;
		const text = readFileSync(join(root, file), 'utf8');
		for (const [, name = '', path = ''] of text.matchAll(IMPORT)) {
			const sheet = normalize(join(dirname(file), path));
			const defined = classesIn(root, sheet);
			const usedClasses = usedClassesBySheet.has(sheet) ? usedClassesBySheet.get(sheet) : new Set<string>();
			for (const [, key = ''] of text.matchAll(new RegExp(`\\b${name}\\['([^']+)'\\]`, 'g'))) {
				usedClasses?.add(key);
				if (!defined.has(key)) problems.push(`${file}: ${sheet} has no class ${key}`);
			}
			const isComputed = new RegExp(`\\b${name}(?!\\['|\\w| from )[\\[;,)}]`).test(text);
			usedClassesBySheet.set(sheet, isComputed ? undefined : usedClasses);
		}
	}
	for (const [sheet, usedClasses] of usedClassesBySheet)
		if (usedClasses)
			for (const name of classesIn(root, sheet)) if (!usedClasses.has(name)) problems.push(`${sheet}: class ${name} is unused`);
	return problems;
}

function classesIn(root: string, sheet: string): Set<string> {
	const rules = readFileSync(join(root, sheet), 'utf8').replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, '');
	return new Set([...rules.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name));
}
