/** The walls of the house: which package knows which, who may know stores and providers, what stands apart, and the purity of domain. */
import { APART, KNOW_STORES, NO_PROVIDERS, PACKAGES, SERVER } from './house-plan.ts';
import { type FileImports, isTest } from './import-graph.ts';

/** A clock or chance in domain would make a report that cannot be computed again. */
const IMPURE = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bprocess\.|\bglobalThis\.|\bfetch\(|\bsetTimeout\(/;

const startsWithOneOf = (path: string, rooms: readonly string[]): boolean => rooms.some((room) => path.startsWith(room));

/** What a text does that its room may not, whatever it imports. */
const brokenPurity = ({ file, text }: FileImports): string[] => {
	const problems: string[] = [];
	if (file.startsWith('packages/domain/src/') && IMPURE.test(text))
		problems.push(`${file}: domain has no clock, chance or IO (${IMPURE.exec(text)?.[0]})`);
	if (file.startsWith(SERVER) && !startsWithOneOf(file.slice(SERVER.length), ['main.ts', 'commands/']) && /\bprocess\.env\b/.test(text))
		problems.push(`${file}: main alone reads process.env`);
	return problems;
};

/** A line for each import (or impurity) that breaks a wall. */
export const brokenWalls = (read: readonly FileImports[]): string[] =>
	read.flatMap((one) => {
		const { file } = one;
		const own = /^packages\/(\w+)\/src\//.exec(file)?.[1];
		if (!own || isTest(file)) return [];
		const room = file.startsWith(SERVER) ? file.slice(SERVER.length) : undefined;
		return [
			...brokenPurity(one),
			...one.imports.flatMap(({ to }): string[] => {
				if (to === undefined) return [];
				const other = /^packages\/(\w+)\/src\//.exec(to)?.[1];
				if (other && other !== own) {
					if (!PACKAGES[own]?.includes(other)) return [`${file}: ${own} may not import @sw/${other}`];
					if (other === 'store' && room !== undefined && !startsWithOneOf(room, KNOW_STORES))
						return [`${file}: this room does not know the stores, it imports ${to}`];
				}
				const apart = APART.find((rooms) => file.startsWith(rooms) && to.startsWith(rooms));
				if (apart) {
					const [mine = '', ...below] = file.slice(apart.length).split('/');
					const [theirs = '', ...deeper] = to.slice(apart.length).split('/');
					if (below.length > 0 && deeper.length > 0 && mine !== theirs && theirs !== 'testing')
						return [`${file}: rooms of ${apart} stand apart, it imports ${to}`];
				}
				if (
					room !== undefined &&
					startsWithOneOf(room, NO_PROVIDERS) &&
					to.startsWith(`${SERVER}intake/`) &&
					to !== `${SERVER}intake/provider.ts`
				)
					return [`${file}: this room does not know the providers, it imports ${to}`];
				return [];
			}),
		];
	});
