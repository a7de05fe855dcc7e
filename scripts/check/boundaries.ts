/**
 * Checks which packages import each other, which modules import stores and providers, which folders are independent, where Drizzle is loaded, and
 * that domain is pure.
 */
import {
	ISOLATED_SIBLINGS,
	MAY_IMPORT_STORE,
	MAY_IMPORT_STORE_TYPES,
	MAY_NOT_IMPORT_PROVIDERS,
	PACKAGES,
	SERVER,
} from './architecture-rules.ts';
import { type FileImports, type Import, isTest } from './import-graph.ts';

/** A clock or randomness in domain would make reports impossible to recompute. */
const IMPURE = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bprocess\.|\bglobalThis\.|\bfetch\(|\bsetTimeout\(/;

/** Loads Drizzle for all other files. */
const DRIZZLE = 'packages/store/src/postgres/orm/drizzle.ts';

/** One line per import, or use of a clock, randomness, IO or the environment, that crosses a boundary. */
export function checkBoundaries(files: readonly FileImports[]): string[] {
	return files.flatMap((source) => {
		const ownPackage = packageOf(source.file);
		if (!ownPackage || isTest(source.file)) return [];
		return [
			...checkPurity(source),
			...checkDrizzle(source),
			...source.imports.flatMap(({ to, kind }) => (to === undefined ? [] : checkImport(source.file, ownPackage, to, kind))),
		];
	});
}

function checkPurity({ file, text }: FileImports): string[] {
	const problems: string[] = [];
	if (file.startsWith('packages/domain/src/') && IMPURE.test(text))
		problems.push(`${file}: domain has no clock, randomness or IO (${IMPURE.exec(text)?.[0]})`);
	if (file.startsWith(SERVER) && !startsWithOneOf(file.slice(SERVER.length), ['main.ts', 'commands/']) && /\bprocess\.env\b/.test(text))
		problems.push(`${file}: only main.ts and commands read process.env`);
	return problems;
}

function checkDrizzle({ file, imports }: FileImports): string[] {
	return imports.some(({ name, kind }) => kind === 'value' && /^drizzle-orm\b/.test(name))
		? [`${file}: import Drizzle from ${DRIZZLE}, which loads it faster`]
		: [];
}

function checkImport(file: string, ownPackage: string, to: string, kind: Import['kind']): string[] {
	const importedPackage = packageOf(to);
	const serverPath = file.startsWith(SERVER) ? file.slice(SERVER.length) : undefined;
	if (importedPackage && importedPackage !== ownPackage) {
		if (!PACKAGES[ownPackage]?.includes(importedPackage)) return [`${file}: ${ownPackage} may not import @sw/${importedPackage}`];
		if (importedPackage === 'store' && serverPath !== undefined && !mayImportStore(serverPath, kind))
			return [`${file}: this module may import only types of the store, and only in its ports, but imports ${to}`];
	}
	const parent = ISOLATED_SIBLINGS.find((folder) => file.startsWith(folder) && to.startsWith(folder));
	if (parent && crossesSiblings(file.slice(parent.length), to.slice(parent.length)))
		return [`${file}: folders of ${parent} must not import each other, but it imports ${to}`];
	if (
		serverPath !== undefined &&
		startsWithOneOf(serverPath, MAY_NOT_IMPORT_PROVIDERS) &&
		to.startsWith(`${SERVER}intake/`) &&
		to !== `${SERVER}intake/provider.ts`
	)
		return [`${file}: this module may import only intake/provider.ts, but imports ${to}`];
	return [];
}

/** Ports declare the queries that a module receives, so they may import the store's types, which don't exist at run time. */
function mayImportStore(file: string, kind: Import['kind']): boolean {
	if (startsWithOneOf(file, MAY_IMPORT_STORE)) return true;
	return kind === 'type' && startsWithOneOf(file, MAY_IMPORT_STORE_TYPES) && /(?:^|[/-])ports\.ts$/.test(file);
}

/** Both paths relative to the parent folder. Files directly in the parent are shared, and so is its `testing` folder. */
function crossesSiblings(from: string, to: string): boolean {
	const [fromFolder, ...fromRest] = from.split('/');
	const [toFolder, ...toRest] = to.split('/');
	return fromRest.length > 0 && toRest.length > 0 && fromFolder !== toFolder && toFolder !== 'testing';
}

function packageOf(file: string): string | undefined {
	return /^packages\/(\w+)\/src\//.exec(file)?.[1];
}

function startsWithOneOf(path: string, prefixes: readonly string[]): boolean {
	return prefixes.some((prefix) => path.startsWith(prefix));
}
