import { paths } from '@sw/contract/paths';
import { expect, it } from 'vitest';
import { contractRoutes } from './contract-routes.ts';

type Calls = Readonly<Record<string, Readonly<Record<string, readonly [string, string]>>>>;

it('gives the application its calls as the contract has them, and no other', async () => {
	const { load } = contractRoutes() as unknown as { load: (id: string) => Promise<string> };
	const everywhere = await load('\0virtual:routes');
	// Those of the administration are added to the same table.
	const administration = (await load('\0virtual:routes/administration')).replace(/^(?:import|export) .*$/gm, '');
	const read = async (text: string) => ((await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { routes: Calls }).routes;
	const frame = await read(everywhere);
	expect(frame['accounts']).toHaveProperty('changeProfile');
	expect(frame['accounts']).not.toHaveProperty('deleteUser');
	const routes = await read(`${everywhere}\n${administration}`);
	const contract: Calls = paths;
	for (const [area, calls] of Object.entries(routes)) {
		expect(calls, area).toEqual(Object.fromEntries(Object.keys(calls).map((name) => [name, contract[area]?.[name]])));
	}
	expect(routes['accounts']?.['changeProfile']).toEqual(['PATCH', '/api/me']);
	expect(routes['outreach']?.['waitListEntry']).toEqual(['GET', '/api/wait-list/{email}']);
	// A page of its own, not a call of pages.
	expect(routes['accounts']).not.toHaveProperty('loginPage');
});
