/** Circles of imports: of files, of folders (each with the files directly in it) and of rooms (each with all below it, beside its sisters). */
import { CIRCLES } from './house-plan.ts';
import { type Edge, edgesOf, type FileImports, isTest } from './import-graph.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const graphOf = (pairs: Iterable<readonly [string, string]>): Graph => {
	const graph = new Map<string, Set<string>>();
	for (const [from, to] of pairs) if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
	return graph;
};

/** The shortest way from `start` back to it, or undefined. */
const wayBack = (graph: Graph, start: string): string[] | undefined => {
	const before = new Map<string, string>();
	const queue = [start];
	for (const node of queue)
		for (const next of graph.get(node) ?? []) {
			if (next === start) {
				const way = [start];
				for (let at = node; at !== start; at = before.get(at) ?? start) way.unshift(at);
				return [start, ...way];
			}
			if (!before.has(next)) {
				before.set(next, node);
				queue.push(next);
			}
		}
	return undefined;
};

/** For each knot of circles its shortest circles, until every node that stands in one is named. */
const circlesOf = (graph: Graph): string[][] => {
	const named = new Set<string>();
	const circles: string[][] = [];
	for (const node of [...graph.keys()].sort()) {
		if (named.has(node)) continue;
		const way = wayBack(graph, node);
		if (!way) continue;
		for (const step of way) named.add(step);
		circles.push(way);
	}
	return circles;
};

const folderOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf('/')));

/** The two sister rooms that an import joins: where the paths part. Undefined where one stands directly in the folder of both. */
const sisters = ({ from, to }: Edge): [string, string] | undefined => {
	const a = from.split('/');
	const b = to.split('/');
	let at = 0;
	while (a[at] === b[at] && at < a.length) at++;
	return at < a.length - 1 && at < b.length - 1 ? [a.slice(0, at + 1).join('/'), b.slice(0, at + 1).join('/')] : undefined;
};

const told = (
	what: string,
	circle: readonly string[],
	edges: readonly Edge[],
	place: (edge: Edge) => readonly [string, string] | undefined,
): string => {
	const steps = circle.slice(1).map((to, i) => {
		const edge = edges.find((e) => {
			const [a, b] = place(e) ?? [];
			return a === circle[i] && b === to;
		});
		return what === 'files'
			? `${edge?.kind === 'type' ? 'type ' : ''}${to}`
			: `${to} (${edge?.from} ${edge?.kind === 'type' ? 'type ' : ''}-> ${edge?.to})`;
	});
	return `circle of ${what}: ${[circle[0], ...steps].join(' -> ')}`;
};

/** A line for each circle within one package. */
export const brokenCircles = (read: readonly FileImports[]): string[] => {
	const all = edgesOf(read).filter(({ from, to }) => !isTest(from) && !isTest(to));
	return CIRCLES.flatMap(({ within, types, folders }) => {
		const edges = all.filter(({ from, to, kind }) => from.startsWith(within) && to.startsWith(within) && (types || kind === 'value'));
		const kinds: [string, (edge: Edge) => readonly [string, string] | undefined][] = [['files', ({ from, to }) => [from, to]]];
		if (folders) kinds.push(['folders', ({ from, to }) => [folderOf(from), folderOf(to)]], ['rooms', sisters]);
		return kinds.flatMap(([what, place]) =>
			circlesOf(graphOf(edges.flatMap((edge) => [place(edge) ?? []].filter((pair): pair is [string, string] => pair.length === 2)))).map(
				(circle) => told(what, circle, edges, place),
			),
		);
	});
};
