import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { explainInvalidWebhook } from '../webhook/webhook.ts';
import { createHttpsPoster, createLocalReceivers } from './https-poster.ts';
import { createPublicAgent } from './public-agent.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';

let receiver: Receiver;
beforeAll(async () => {
	receiver = await startReceiver();
});
afterAll(() => receiver?.[Symbol.asyncDispose]());

const POSTED = { headers: {}, body: '{}' };

it('is reached by plain http at exactly its host and port, and only while the operator lists it', async () => {
	const wall = createFakeWallClock();
	const agent = createPublicAgent(async () => [{ address: '127.0.0.1', family: 4 }]);
	const listed = createHttpsPoster({ agent, wall, localReceivers: createLocalReceivers([`127.0.0.1:${receiver.port}`]) });
	const url = `http://127.0.0.1:${receiver.port}/in`;
	expect(await listed({ ...POSTED, url })).toMatchObject({ status: 204 });
	// Another spelling of the same host.
	expect(await listed({ ...POSTED, url: `http://0x7f.1:${receiver.port}/in` })).toMatchObject({ status: 204 });
	const variants = [`http://localhost:${receiver.port}/`, `http://127.0.0.2:${receiver.port}/`, `http://user@127.0.0.1:${receiver.port}/`];
	for (const other of variants) expect(await listed({ ...POSTED, url: other })).toMatchObject({ status: null });
	// A public name that leads to the listed address is not the listed host.
	expect(await listed({ ...POSTED, url: `https://hooks.example.com:${receiver.port}/` })).toEqual({ status: null, why: 'private' });
	const without = createHttpsPoster({ agent, wall });
	expect(await without({ ...POSTED, url })).toMatchObject({ status: null });
	expect(receiver.received).toHaveLength(2);
});

it('has the default port of its scheme where the address names none', () => {
	const local = createLocalReceivers(['homeassistant.local:443', 'n8n:80', '[::1]:5678']);
	expect(['https://homeassistant.local/a', 'http://n8n/', 'http://[0::1]:5678/'].map((url) => explainInvalidWebhook(url, local))).toEqual([
		undefined,
		undefined,
		undefined,
	]);
	for (const url of ['http://homeassistant.local/', 'https://n8n/', 'http://n8n:81/', 'ftp://n8n:80/', 'http://n8n.example.com/'])
		expect(explainInvalidWebhook(url, local), url).toMatch(/^(Enter|The host must)/);
});
