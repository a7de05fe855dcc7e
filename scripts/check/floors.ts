/** The floors of the server: a room imports, values and types, only itself and the rooms above it. Tests may know every floor. */
import { FLOORS, SERVER } from './house-plan.ts';
import { edgesOf, type FileImports, isTest } from './import-graph.ts';

const floorOf = (file: string): string => file.slice(SERVER.length).split('/')[0] ?? '';
const height = (floor: string): number => FLOORS.indexOf(floor);

/** A line for each import of a floor below, for each room that no floor names, and for each import of a testing room by what ships. */
export const brokenFloors = (read: readonly FileImports[]): string[] => {
	const inside = read.filter(({ file }) => file.startsWith(SERVER) && !isTest(file));
	const unnamed = [...new Set(inside.map(({ file }) => floorOf(file)).filter((floor) => height(floor) < 0))];
	return [
		...unnamed.map((floor) => `${SERVER}${floor}: not among the floors of scripts/check/house-plan.ts`),
		...edgesOf(inside)
			.filter(({ from, to }) => to.startsWith(SERVER) && height(floorOf(to)) > height(floorOf(from)))
			.map(
				({ from, to, kind }) =>
					`${from}: ${floorOf(from)} stands above ${floorOf(to)}, it imports ${kind === 'type' ? 'the type of ' : ''}${to}`,
			),
		...edgesOf(read.filter(({ file }) => !isTest(file) && file.startsWith('packages/')))
			.filter(({ to }) => isTest(to))
			.map(({ from, to }) => `${from}: what ships imports no test, it imports ${to}`),
	];
};
