/** The floors of the server and of the web: a room imports, values and types, only itself and the rooms above it. Tests may know every floor. */
import { FLOORS, type Floors } from './house-plan.ts';
import { type Edge, edgesOf, type FileImports, isTest } from './import-graph.ts';

const roomOf = (file: string, { within }: Floors): string => file.slice(within.length).split('/')[0] ?? '';
const heightOf = (room: string, { floors }: Floors): number => floors.findIndex((rooms) => rooms.includes(room));

const broken = (edge: Edge, house: Floors): string[] => {
	const [from, to] = [roomOf(edge.from, house), roomOf(edge.to, house)];
	const [high, low] = [heightOf(from, house), heightOf(to, house)];
	if (from === to || low < high) return [];
	const stands = low === high ? 'beside' : 'above';
	return [`${edge.from}: ${from} stands ${stands} ${to}, it imports ${edge.kind === 'type' ? 'the type of ' : ''}${edge.to}`];
};

/** A line for each import of a floor below, for each room that no floor names, and for each import of a testing room by what ships. */
export const brokenFloors = (read: readonly FileImports[]): string[] => [
	...FLOORS.flatMap((house) => {
		const inside = read.filter(({ file }) => file.startsWith(house.within) && !isTest(file));
		const unnamed = [...new Set(inside.map(({ file }) => roomOf(file, house)).filter((room) => heightOf(room, house) < 0))];
		return [
			...unnamed.map((room) => `${house.within}${room}: not among the floors of scripts/check/house-plan.ts`),
			...edgesOf(inside)
				.filter(({ to }) => to.startsWith(house.within))
				.flatMap((edge) => broken(edge, house)),
		];
	}),
	...edgesOf(read.filter(({ file }) => !isTest(file) && file.startsWith('packages/')))
		.filter(({ to }) => isTest(to))
		.map(({ from, to }) => `${from}: what ships imports no test, it imports ${to}`),
];
