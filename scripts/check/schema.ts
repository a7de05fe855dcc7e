/** Compares the schema in code with the migrations: drizzle-kit must find nothing to write. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';

type Snapshot = ReturnType<typeof generateDrizzleJson>;

/** `schema`: the module of tables; `migrations`: the folder with the SQL files and their snapshots. The casing is that of packages/store/drizzle.config.ts. */
export async function checkSchema(schema: Record<string, unknown>, migrations: string): Promise<string[]> {
	const { entries } = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')) as {
		entries: { idx: number; tag: string }[];
	};
	const journaled = entries.map(({ tag }) => `${tag}.sql`);
	const migrationFiles = readdirSync(migrations).filter((file) => file.endsWith('.sql'));
	const files = [
		...journaled
			.filter((file) => !migrationFiles.includes(file))
			.map((file) => `migrations: the journal lists ${file}, which doesn't exist`),
		...migrationFiles.filter((file) => !journaled.includes(file)).map((file) => `migrations: the journal doesn't list ${file}`),
	];
	const lastFile = readdirSync(join(migrations, 'meta'))
		.filter((file) => file.endsWith('_snapshot.json'))
		.sort()
		.at(-1);
	if (!lastFile) return [...files, 'migrations: no snapshot'];
	const lastSnapshot = JSON.parse(readFileSync(join(migrations, 'meta', lastFile), 'utf8')) as Snapshot;
	try {
		const statements = await generateMigration(lastSnapshot, generateDrizzleJson(schema, lastSnapshot.id, undefined, 'snake_case'));
		return [...files, ...statements.map((statement) => `migrations: the schema needs: ${statement.replace(/\s+/g, ' ')}`)];
	} catch (error) {
		// drizzle-kit asks on a terminal whether a column was renamed or replaced.
		return [...files, `migrations: the schema changed in a way that drizzle-kit can't resolve without asking: ${String(error)}`];
	}
}
