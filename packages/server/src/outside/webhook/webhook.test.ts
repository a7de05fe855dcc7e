import { describe, expect, it } from 'vitest';
import type { OutgoingRequest, RequestResult } from '../https/https-poster.ts';
import { createSignature, createWebhook, explainInvalidWebhook, formatSecret } from './webhook.ts';

const TO = { url: 'https://hooks.example.com/in', secret: formatSecret(Buffer.alloc(32, 7)) };

function hooking(answered: RequestResult) {
	const posted: OutgoingRequest[] = [];
	const post = async (one: OutgoingRequest): Promise<RequestResult> => {
		posted.push(one);
		return answered;
	};
	return { webhook: createWebhook({ post, userAgent: 'Signalwheel/1' }), posted };
}

describe('a webhook', () => {
	it('is signed as the example of Standard Webhooks', () => {
		expect(
			createSignature('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}'),
		).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
	});

	it('goes out with its id, the time and a signature over both and the body', async () => {
		const { webhook, posted } = hooking({ status: 200, retryAfter: undefined });
		expect(await webhook.send(TO, 'an-id', '{"é":1}', 1_700_000_000_999)).toEqual({ kind: 'delivered' });
		expect(posted).toMatchObject([
			{
				url: TO.url,
				body: '{"é":1}',
				headers: {
					'content-length': 8,
					'webhook-id': 'an-id',
					'webhook-timestamp': '1700000000',
					'webhook-signature': createSignature(TO.secret, 'an-id', 1_700_000_000, '{"é":1}'),
				},
			},
		]);
		expect(createSignature(TO.secret, 'an-id', 1_700_000_001, '{"é":1}')).not.toBe(posted[0]?.headers['webhook-signature']);
	});

	it.each([
		[{ status: 204, retryAfter: undefined }, { kind: 'delivered' }],
		[{ status: 410, retryAfter: undefined }, { kind: 'refused' }],
		[
			{ status: 301, retryAfter: undefined },
			{ kind: 'later', why: expect.stringContaining('redirects') },
		],
		[
			{ status: 404, retryAfter: undefined },
			{ kind: 'later', why: 'The receiver answered with status 404.' },
		],
		[
			{ status: 429, retryAfter: 7_000 },
			{ kind: 'later', wait: 7_000 },
		],
		[
			{ status: null, why: 'private' },
			{ kind: 'refused', why: expect.stringContaining('private network') },
		],
		[{ status: null, why: 'certificate' }, { kind: 'later' }],
	] as const)('that is answered with %j', async (answered, outcome) => {
		expect(await hooking(answered).webhook.send(TO, 'id', '{}', 0)).toMatchObject(outcome);
	});
});

describe('the address of a webhook', () => {
	it.each(['https://hooks.example.com/signals?key=a', 'https://example.com:8443', 'https://1.1.1.1/', 'https://[2606:4700::1111]/'])(
		'may be %s',
		(url) => {
			expect(explainInvalidWebhook(url)).toBeUndefined();
		},
	);
	it.each([
		'http://hooks.example.com/',
		'ftp://hooks.example.com/',
		'https://user:pass@hooks.example.com/',
		'https://hooks.example.com/#x',
		'https://hooks/',
		'https://localhost/',
		'https://a.localhost./',
		'https://printer.local/',
		'https://metadata.google.internal/',
		'https://127.0.0.1/',
		'https://2130706433/',
		'https://0x7f.1/',
		'https://[::1]/',
		'https://[::ffff:10.0.0.1]/',
		'https://169.254.169.254/',
		'hooks.example.com',
		'javascript:alert(1)',
		'',
	])('may not be %s', (url) => {
		expect(explainInvalidWebhook(url)).toMatch(/^(Enter|The host must)/);
	});
});
