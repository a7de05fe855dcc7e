/** The walls of the house: who may import whom. Declared dependencies and cycles are Biome's part; domain's purity is tsc's (no node or DOM types). */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const MAY_IMPORT: Record<string, readonly string[]> = {
	domain: [],
	contract: ['domain'],
	store: ['domain'],
	server: ['domain', 'contract', 'store'],
	web: ['domain', 'contract'],
};
/** Compose opens stores and providers; what works on them behind requests (pipeline, ingest, research, jobs, commands) takes them opened. Areas, http and hub know neither. */
const WORKERS = /^packages\/server\/src\/(compose|main|commands\/|compose\/|jobs\/|pipeline\/|ingest\/|research\/|providers\/)/;
const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;
/** A clock or chance in domain would make a report that cannot be computed again. */
const IMPURE = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bprocess\.|\bglobalThis\.|\bfetch\(|\bsetTimeout\(/;

/** A line for each import (or impurity) that breaks a wall. `files` are paths from the root. */
export const brokenWalls = (root: string, files: readonly string[]): string[] => {
	const problems: string[] = [];
	for (const file of files) {
		const text = readFileSync(join(root, file), 'utf8');
		const own = /^packages\/(\w+)\/src\//.exec(file)?.[1];
		if (!own) continue;
		const test = /\.test\.tsx?$|\/testing\//.test(file);
		if (own === 'domain' && !test && IMPURE.test(text))
			problems.push(`${file}: domain has no clock, chance or IO (${IMPURE.exec(text)?.[0]})`);
		if (
			own === 'server' &&
			file !== 'packages/server/src/main.ts' &&
			!test &&
			!/\/(commands|testing)\//.test(file) &&
			/\bprocess\.env\b/.test(text)
		)
			problems.push(`${file}: main alone reads process.env`);
		for (const match of text.matchAll(IMPORT)) {
			const target = match[1] ?? match[2] ?? '';
			const other = /^@sw\/(\w+)/.exec(target)?.[1];
			if (other && other !== own && !test && !MAY_IMPORT[own]?.includes(other))
				problems.push(`${file}: ${own} may not import @sw/${other}`);
			const resolved = target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : target;
			for (const kind of ['areas', 'features'] as const) {
				const from = new RegExp(`^packages/${own}/src/${kind}/([^/]+)/`).exec(file)?.[1];
				const to = new RegExp(`^packages/${own}/src/${kind}/([^/]+)/`).exec(resolved)?.[1];
				if (from && to && from !== to && !test) problems.push(`${file}: ${kind} stand apart, it imports ${to}`);
			}
			if (own === 'server' && !WORKERS.test(file) && !test) {
				if (other === 'store') problems.push(`${file}: areas, http and hub do not know the stores`);
				if (
					/^packages\/server\/src\/providers\//.test(resolved) &&
					!/^packages\/server\/src\/providers\//.test(file) &&
					!/\/providers\/provider\.ts$/.test(resolved)
				)
					problems.push(`${file}: areas, http and hub do not know the providers`);
			}
		}
	}
	return problems;
};
