import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@sw/contract/define';
import { contract } from '@sw/contract/index';
import { expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '..');
const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
	.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^testing\//.test(file))
	.map((file) => readFileSync(join(WEB, file), 'utf8'))
	.join('\n');

/** Calls of administrators that no screen makes yet. This list only shrinks. */
const WITHOUT_A_SCREEN = [
	'accounts.user',
	'operations.fillSchedule',
	'operations.reschedule',
	'operations.resetCache',
	'operations.resetSchedule',
	'operations.saveSettings',
	'operations.settings',
	'research.changeScriptParams',
	'research.createScriptParams',
	'research.deleteScriptParams',
	'research.scriptParam',
	'research.scriptParams',
];

it('every call of administrators is made by a screen, but for those that wait for theirs', () => {
	const calls = Object.entries(contract).flatMap(([area, endpoints]) =>
		Object.entries(endpoints as Readonly<Record<string, Endpoint>>).flatMap(([name, { access }]) =>
			access === 'admin' ? [`${area}.${name}`] : [],
		),
	);
	expect(calls.length).toBeGreaterThan(25);
	expect(calls.filter((call) => !sources.includes(`api.${call}(`)).sort()).toEqual(WITHOUT_A_SCREEN);
});
