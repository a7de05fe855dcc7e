import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import type { UtcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { users } from '@sw/store/postgres/schema/accounts';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../compose/areas/workspace.ts';
import { smallWorld } from '../../market/window/testing/fixture.ts';
import { headersOf, userId } from '../testing/callers.ts';
import { guardedApp } from '../testing/workspace-app.ts';

let stores: Stores;
let workspace: Workspace;
let app: Awaited<ReturnType<typeof guardedApp>>;
const acts: unknown[] = [];

beforeAll(async () => {
	stores = await testStores();
	const who = { id: userId(1), email: 'u@example.test', emailKey: 'u@example.test', createdAt: 0 as UtcMs };
	await stores.records.db.insert(users).values({ ...who, role: 'admin', status: 'active' });
	const world = smallWorld();
	workspace = await openWorkspace({
		stores,
		market: world,
		source: world.source,
		tops: world.tops,
		calendar: nyse,
		currentParameters: () => PARAMETERS_V1,
		wall: { now: () => Date.UTC(2026, 5, 30) },
		slotsOn: () => [],
		explain: async () => null,
		audit: async (_caller, ...act) => void acts.push(act),
	});
	app = await guardedApp(workspace.areas);
});
afterAll(async () => {
	await app?.close();
	await workspace?.close();
	await stores?.close();
});
beforeEach(() => {
	acts.length = 0;
});

async function send(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
	const answer = await app.inject({ method, url: `/api/${path}`, headers: headersOf('admin'), ...(payload ? { payload } : {}) });
	return { status: answer.statusCode, body: answer.json() };
}

function form(name: string) {
	return {
		tab: 'coiled_spring',
		timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
		filters: [{ sector: 'volume', timeframe: 'one_hour', value: 3 }],
		name,
	};
}

describe('a filter that an administrator changes', () => {
	it('is in the audit log with before and after if it is a built-in one', async () => {
		const { body: builtIn } = await send('GET', 'filters/default?tab=coiled_spring');
		const { body: edited } = await send('PUT', `filters/${builtIn.id}`, { ...form('Ours'), comment: builtIn.comment });
		const filters = [builtIn.filters, edited.filters];
		expect(acts).toEqual([['filter.change', 'coiled_spring: Ours', { name: [builtIn.name, 'Ours'], filters }]]);
	});

	it('leaves no line where it is a filter of their own, or is refused', async () => {
		const { body: mine } = await send('POST', 'filters', form('Mine'));
		expect((await send('PUT', `filters/${mine.id}`, form('Mine still'))).status).toBe(200);
		expect((await send('PUT', 'filters/999999', form('None'))).status).toBe(404);
		expect(acts).toEqual([]);
	});
});
