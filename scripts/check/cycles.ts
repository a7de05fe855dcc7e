/** Finds import cycles of files, of folders (each with the files directly in it) and of sibling modules (each with everything below it). */
import { ACYCLIC } from './architecture-rules.ts';
import { type Edge, edgesOf, type FileImports, isTest } from './import-graph.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;
/** The two nodes that an import connects in a graph; undefined if none. */
type NodesOf = (edge: Edge) => readonly [string, string] | undefined;

/** One line per cycle within one package. */
export function checkCycles(files: readonly FileImports[]): string[] {
	const shippedEdges = edgesOf(files).filter(({ from, to }) => !isTest(from) && !isTest(to));
	return ACYCLIC.flatMap(({ within, types, folders }) => {
		const edges = shippedEdges.filter(
			({ from, to, kind }) => from.startsWith(within) && to.startsWith(within) && (types || kind === 'value'),
		);
		const kinds: [string, NodesOf][] = [['files', ({ from, to }) => [from, to]]];
		if (folders) kinds.push(['folders', ({ from, to }) => [folderOf(from), folderOf(to)]], ['modules', siblingModules]);
		return kinds.flatMap(([kind, nodesOf]) =>
			findCycles(buildGraph(edges, nodesOf)).map((cycle) => describeCycle(kind, cycle, edges, nodesOf)),
		);
	});
}

function buildGraph(edges: readonly Edge[], nodesOf: NodesOf): Graph {
	const graph = new Map<string, Set<string>>();
	for (const edge of edges) {
		const [from, to] = nodesOf(edge) ?? [];
		if (from !== undefined && to !== undefined && from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
	}
	return graph;
}

/** For each node in a cycle that no cycle found so far contains, the shortest cycle through it. */
function findCycles(graph: Graph): string[][] {
	const visited = new Set<string>();
	const cycles: string[][] = [];
	for (const node of [...graph.keys()].sort()) {
		if (visited.has(node)) continue;
		const cycle = findShortestCycle(graph, node);
		if (!cycle) continue;
		for (const step of cycle) visited.add(step);
		cycles.push(cycle);
	}
	return cycles;
}

function findShortestCycle(graph: Graph, start: string): string[] | undefined {
	const predecessors = new Map<string, string>();
	const queue = [start];
	for (const node of queue)
		for (const next of graph.get(node) ?? []) {
			if (next === start) {
				const path = [start];
				for (let at = node; at !== start; at = predecessors.get(at) ?? start) path.unshift(at);
				return [start, ...path];
			}
			if (!predecessors.has(next)) {
				predecessors.set(next, node);
				queue.push(next);
			}
		}
	return undefined;
}

function folderOf(file: string): string {
	return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

/** The modules where the two paths diverge. Undefined if one file is directly in their common folder. */
function siblingModules({ from, to }: Edge): [string, string] | undefined {
	const a = from.split('/');
	const b = to.split('/');
	let at = 0;
	while (a[at] === b[at] && at < a.length) at++;
	return at < a.length - 1 && at < b.length - 1 ? [a.slice(0, at + 1).join('/'), b.slice(0, at + 1).join('/')] : undefined;
}

function describeCycle(kind: string, cycle: readonly string[], edges: readonly Edge[], nodesOf: NodesOf): string {
	const steps = cycle.slice(1).map((to, i) => {
		const edge = edges.find((e) => {
			const [a, b] = nodesOf(e) ?? [];
			return a === cycle[i] && b === to;
		});
		const type = edge?.kind === 'type' ? 'type ' : '';
		return kind === 'files' ? `${type}${to}` : `${to} (${edge?.from} ${type}-> ${edge?.to})`;
	});
	return `cycle of ${kind}: ${[cycle[0], ...steps].join(' -> ')}`;
}
