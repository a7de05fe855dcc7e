/** Checks the layers of server and web: a module imports values and types only from itself and from lower layers. Tests may import anything. */
import { LAYERS, type Layering } from './architecture-rules.ts';
import { type Edge, edgesOf, type FileImports, isTest } from './import-graph.ts';

/** One line per import of a higher layer, per module that no layer lists, and per import of test code by shipped code. */
export function checkLayers(files: readonly FileImports[]): string[] {
	return [...LAYERS.flatMap((layering) => checkLayering(layering, files)), ...importsOfTests(files)];
}

function checkLayering(layering: Layering, files: readonly FileImports[]): string[] {
	const { within } = layering;
	const layeredFiles = files.filter(({ file }) => file.startsWith(within) && !isTest(file));
	const unlisted = [...new Set(layeredFiles.map(({ file }) => moduleOf(file, layering)))].filter((name) => heightOf(name, layering) < 0);
	return [
		...unlisted.map((name) => `${within}${name}: not listed in LAYERS of scripts/check/architecture-rules.ts`),
		...edgesOf(layeredFiles)
			.filter(({ to }) => to.startsWith(within))
			.flatMap((edge) => checkEdge(edge, layering)),
	];
}

function checkEdge(edge: Edge, layering: Layering): string[] {
	const [from, to] = [moduleOf(edge.from, layering), moduleOf(edge.to, layering)];
	const [importing, imported] = [heightOf(from, layering), heightOf(to, layering)];
	if (from === to || imported < importing) return [];
	const relation = importing === imported ? 'is in the same layer as' : 'is below';
	return [`${edge.from}: ${from} ${relation} ${to}, but imports ${edge.kind === 'type' ? 'the type of ' : ''}${edge.to}`];
}

function importsOfTests(files: readonly FileImports[]): string[] {
	return edgesOf(files.filter(({ file }) => !isTest(file) && file.startsWith('packages/')))
		.filter(({ to }) => isTest(to))
		.map(({ from, to }) => `${from}: shipped code must not import test code, but imports ${to}`);
}

function moduleOf(file: string, { within }: Layering): string {
	return file.slice(within.length).split('/')[0] ?? '';
}

function heightOf(name: string, { layers }: Layering): number {
	return layers.findIndex((modules) => modules.includes(name));
}
