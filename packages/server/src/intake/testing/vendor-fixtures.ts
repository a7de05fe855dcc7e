import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { itWhere } from '@sw/domain/testing/it-where';

const DATA_FOLDER = process.env['SIGNALWHEEL_TEST_DATA'] ?? resolve(import.meta.dirname, '../../../../../../shared/data');
const FIXTURE_FOLDER = resolve(DATA_FOLDER, 'vendor-fixtures');
const hasFixtures = existsSync(FIXTURE_FOLDER);
export const itWithFixtures = itWhere(hasFixtures, `the recorded answers under ${FIXTURE_FOLDER}, or elsewhere by SIGNALWHEEL_TEST_DATA`);

export interface Fixture {
	/** Path below the vendor's folder. */
	name: string;
	status: number;
	/** The response's body. */
	text: string;
}

/** Recorded responses of a vendor; empty if the data sets are absent. */
export function readFixtures(vendor: string): Fixture[] {
	if (!hasFixtures) return [];
	const root = join(FIXTURE_FOLDER, vendor);
	return readdirSync(root, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.json'))
		.sort()
		.map((name) => ({ name, ...readResponse(JSON.parse(readFileSync(join(root, name), 'utf8'))) }));
}

/** Some recordings are just the body, others also have the request and headers. */
function readResponse(json: unknown): { status: number; text: string } {
	const { response } = (json ?? {}) as { response?: { status: number; bodyJson?: unknown; body?: string } };
	if (!response) return { status: 200, text: JSON.stringify(json) };
	return { status: response.status, text: response.body ?? JSON.stringify(response.bodyJson) };
}
