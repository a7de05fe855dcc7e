import { describe, expect, it } from 'vitest';
import type { OutgoingRequest, RequestResult } from '../https/https-poster.ts';
import { createPush, explainInvalidEndpoint, generatePushKeys } from './push.ts';
import { createBrowserKeys, decryptPush, readVerifiedClaims } from './testing/browser.ts';

const ID = '0b8f6a3e-5a5c-4c1e-9a51-3f1f5f0f7d10';
const WAY = { id: ID, ttlSeconds: 3_600, urgency: 'high' } as const;
const ENDPOINT = 'https://push.example.test/send/abc';
const keys = await generatePushKeys();
const ann = createBrowserKeys();
const to = { endpoint: ENDPOINT, ...ann.keys };

function pushing(answered: RequestResult = { status: 201, retryAfter: undefined }) {
	const posted: OutgoingRequest[] = [];
	const post = async (one: OutgoingRequest): Promise<RequestResult> => {
		posted.push(one);
		return answered;
	};
	return { push: createPush({ keys, subject: 'mailto:desk@example.test', post }), posted };
}

it('reads the example of RFC 8291 with its keys', () => {
	const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
	const reader = createBrowserKeys(
		bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
		Buffer.from('05305932a1c7eabe13b6cec9fda48882', 'hex'),
	);
	expect(reader.keys.p256dh).toBe('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4');
	const body = bytes(
		'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
	);
	expect(decryptPush(body, reader)).toBe('When I grow up, I want to be a watermelon');
});

describe('a push', () => {
	it('can be read by the browser that it is for, and by no other', async () => {
		const { push, posted } = pushing();
		expect(await push.send(to, '{"title":"é"}', WAY)).toEqual({ kind: 'delivered' });
		const [{ url, body, headers } = {} as OutgoingRequest] = posted;
		expect(url).toBe(ENDPOINT);
		expect(headers).toMatchObject({ 'Content-Encoding': 'aes128gcm', TTL: 3_600, Urgency: 'high', Topic: ID.replaceAll('-', '') });
		expect(decryptPush(body as Buffer, ann)).toBe('{"title":"é"}');
		expect(() => decryptPush(body as Buffer, createBrowserKeys())).toThrow();
	});

	it('is signed with the key that browsers registered, for that push service alone, for at most a day', async () => {
		const { push, posted } = pushing();
		await push.send(to, 'x', WAY);
		const found = readVerifiedClaims(String(posted[0]?.headers['Authorization']));
		expect(found?.key).toBe(push.publicKey);
		expect(found?.claims).toMatchObject({ aud: 'https://push.example.test', sub: 'mailto:desk@example.test' });
		expect((found?.claims.exp ?? 0) * 1000 - Date.now()).toBeLessThanOrEqual(86_400_000);
	});

	it.each([
		[{ status: 200, retryAfter: undefined }, { kind: 'delivered' }],
		[{ status: 404, retryAfter: undefined }, { kind: 'refused' }],
		[{ status: 410, retryAfter: undefined }, { kind: 'refused' }],
		[{ status: 413, retryAfter: undefined }, { kind: 'unfit' }],
		[
			{ status: 429, retryAfter: 90_000 },
			{ kind: 'later', wait: 90_000 },
		],
		[{ status: 403, retryAfter: undefined }, { kind: 'later' }],
		[{ status: 302, retryAfter: undefined }, { kind: 'later' }],
		[
			{ status: 503, retryAfter: 5_000 },
			{ kind: 'later', wait: 5_000 },
		],
		[{ status: null, why: 'slow' }, { kind: 'later' }],
		[{ status: null, why: 'private' }, { kind: 'refused' }],
	] as const)('that is answered with %j', async (answered, outcome) => {
		expect(await pushing(answered).push.send(to, 'x', WAY)).toMatchObject(outcome);
	});

	it('to keys that are none is refused before anything is sent', async () => {
		const { push, posted } = pushing();
		expect(await push.send({ ...to, p256dh: Buffer.alloc(65, 4).toString('base64url') }, 'x', WAY)).toMatchObject({ kind: 'refused' });
		expect(posted).toEqual([]);
	});
});

describe('an endpoint', () => {
	const ALLOWED = ['fcm.googleapis.com', '*.notify.windows.com'];
	it.each(['https://fcm.googleapis.com/fcm/send/abc', 'https://wns2-par02p.notify.windows.com/w/?token=a'])('may be %s', (endpoint) => {
		expect(explainInvalidEndpoint(endpoint, ALLOWED)).toBeUndefined();
	});
	it.each([
		'http://fcm.googleapis.com/fcm/send/abc',
		'https://fcm.googleapis.com:8443/',
		'https://user@fcm.googleapis.com/',
		'https://fcm.googleapis.com.example.test/',
		'https://evilfcm.googleapis.com/',
		'https://notify.windows.com/',
		'https://.notify.windows.com/',
		'https://127.0.0.1/',
		'fcm.googleapis.com',
		'',
	])('may not be %s', (endpoint) => {
		expect(explainInvalidEndpoint(endpoint, ALLOWED)).toMatch(/^(must|This)/);
	});
});
