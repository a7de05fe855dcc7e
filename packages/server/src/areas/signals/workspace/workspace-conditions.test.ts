import { rankedList } from '@sw/contract/base/list-schemas';
import { describe, expect, it } from 'vitest';
import { workspaceApp } from '../../testing/workspace-app.ts';
import { Workspace, workspaceWorld } from '../../testing/workspace-world.ts';

const LIST = '/api/sector-charts';

describe('a filter', () => {
	it('need not be saved: users allowed to use one can send its conditions', async () => {
		const workspace = new Workspace();
		workspace.save(7, [{ sector: 'volume', timeframe: 'one_hour', value: 5 }], { tab: 'free', strategy: 'third', operation: 'long' });
		const { get, close } = await workspaceApp(workspaceWorld(workspace));
		const list = async (query: string) => rankedList.parse((await get(`${LIST}${query}`, 'pro')).body);
		const conditions = 'volume.one_hour.5,volume.one_hour.2';
		const query = `?tab_type=free&timeframes=60,240,1D&operation=long&conditions=${conditions}`;
		expect(await list(query)).toEqual({ ...(await list('?filter=7')), filter: null });
		const changes = await get(`${LIST}/changes${query}`);
		expect([changes.status, changes.body]).toEqual([200, (await get(`${LIST}/changes?filter=7`)).body]);
		expect((await get(`${LIST}/30${query}`)).body).toMatchObject({ filter: null, listed: true });
		for (const [kind, status] of [
			['visitor', 401],
			['none', 403],
		] as const)
			expect((await get(`${LIST}${query}`, kind)).status).toBe(status);
		expect(await get(`${LIST}?filter=7&conditions=${conditions}`)).toMatchObject({
			status: 400,
			body: { errors: [{ field: 'conditions' }] },
		});
		expect(await get(`${LIST}?conditions=moon`)).toMatchObject({ status: 400, body: { errors: [{ field: 'conditions.0' }] } });
		await close();
	});
});
