import { StoreError } from '@sw/store/faults/store-error';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../config/config.ts';
import { explainStartError } from './start.ts';

const config = { host: 'web', port: 8080, metrics: { host: 'metrics', port: 9464 } };

function explained(fields: object): string {
	return explainStartError(failed(fields), config);
}

function failed(fields: object): Error {
	return Object.assign(new Error('it failed'), fields);
}

describe('a start that fails', () => {
	it.each([
		[{ code: 'ENOTFOUND', hostname: 'web' }, "HOST must be an address of this machine: 'web' isn't a known host name."],
		[{ code: 'EAI_AGAIN', hostname: 'web' }, "HOST must be an address of this machine: 'web' isn't a known host name."],
		[
			{ code: 'ENOTFOUND', hostname: 'metrics' },
			"SIGNALWHEEL_METRICS must name an address of this machine: 'metrics' isn't a known host name.",
		],
		[{ code: 'EADDRNOTAVAIL', address: '10.9.9.9', port: 8080 }, "HOST must be an address of this machine: 10.9.9.9 isn't one."],
		[
			{ code: 'EADDRNOTAVAIL', address: '10.9.9.9', port: 9464 },
			"SIGNALWHEEL_METRICS must name an address of this machine: 10.9.9.9 isn't one.",
		],
		[
			{ code: 'EADDRINUSE', port: 8080 },
			'Port 8080 is in use by another program: stop that program, or set PORT to another one, for example PORT=8081.',
		],
		[
			{ code: 'EADDRINUSE', port: 9464 },
			'Port 9464 is in use by another program: stop that program, or set SIGNALWHEEL_METRICS to another one.',
		],
		[{ code: 'EACCES', port: 80 }, "This user isn't allowed to open port 80: set PORT to one above 1023, for example PORT=8080."],
		[{ code: 'EACCES', port: 9464 }, "This user isn't allowed to open port 9464: set SIGNALWHEEL_METRICS to one above 1023."],
	])('because of %j is explained by variable and fix', (fields, text) => {
		expect(explained(fields)).toBe(text);
	});

	it('for a reason of its own says it, and shows where else it failed', () => {
		expect(explainStartError(new StoreError('folder_held', 'In use by process 7.'), config)).toBe('In use by process 7.');
		expect(explainStartError(new ConfigError('PORT is wrong.'), config)).toBe('PORT is wrong.');
		expect(explained({ code: 'ENOTFOUND', hostname: 'elsewhere' })).toContain('start-error.test.ts');
		expect(explainStartError('odd', config)).toBe('odd');
	});
});
