import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { itWhere } from '@sw/domain/testing/it-where';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasOpenssl, type LocalTsa, NO_OPENSSL, startLocalTsa } from './testing/local-tsa.ts';
import { createTimeStampRequest, parseTokenResponse, verifyTimeStamp } from './time-stamp.ts';

const digest = createHash('sha256').update('a head').digest();
const other = createHash('sha256').update('another head').digest();
const NONCE = Buffer.from('80a1b2c3d4e5f607', 'hex');
const TIME = Date.UTC(2026, 10, 27, 21, 5);
const when = itWhere(hasOpenssl, NO_OPENSSL);

let tsa: LocalTsa;
let roots: X509Certificate[];
beforeAll(() => {
	if (!hasOpenssl) return;
	tsa = startLocalTsa();
	roots = [new X509Certificate(tsa.root)];
});
afterAll(() => tsa?.[Symbol.dispose]());

describe('a time-stamp', () => {
	when('of openssl answers the request, and its token is verified against the root', () => {
		const response = tsa.respond(createTimeStampRequest(digest, NONCE));
		const token = parseTokenResponse(response, digest, NONCE);
		const { time, signer } = verifyTimeStamp(token, digest, roots);
		expect(signer).toBe('Test tsa');
		expect(Math.abs(time - Date.now())).toBeLessThan(3_600_000);
	});

	when('answers this request only: not another nonce, not another imprint', () => {
		for (const nonce of [NONCE, Buffer.from('007fffffffffffff', 'hex'), Buffer.alloc(8), randomBytes(8)]) {
			const response = tsa.respond(createTimeStampRequest(digest, nonce));
			expect(parseTokenResponse(response, digest, nonce).length).toBeGreaterThan(500);
			expect(() => parseTokenResponse(response, digest, Buffer.from('0102030405060708', 'hex'))).toThrow('nonce differs');
			expect(() => parseTokenResponse(response, other, nonce)).toThrow('is for different data');
		}
		const bare = tsa.token(digest, TIME);
		const response = Buffer.concat([Buffer.of(0x30, 0x82, (bare.length + 5) >> 8, (bare.length + 5) & 255, 0x30, 3, 2, 1, 0), bare]);
		expect(() => parseTokenResponse(response, digest, NONCE)).toThrow('nonce differs');
	});

	when('that was refused says so', () => {
		expect(() => parseTokenResponse(Buffer.from('30053003020102', 'hex'), digest, NONCE)).toThrow('refused the request (status 2)');
	});

	when('states its time', () => {
		expect(verifyTimeStamp(tsa.token(digest, TIME), digest, roots)).toEqual({ time: TIME, signer: 'Test tsa' });
	});

	const refused: [string, () => Buffer, string][] = [
		['another imprint', () => tsa.token(other, TIME), 'is for different data'],
		['SHA-1 as its imprint', () => tsa.token(digest.subarray(0, 20), TIME, { imprint: 'sha1' }), 'not a SHA-256'],
		['SHA-1 in its signature', () => tsa.token(digest, TIME, { digest: 'sha1' }), 'such as SHA-1'],
		['a certificate that had expired', () => tsa.token(digest, TIME, { signer: 'expired' }), 'had expired'],
		['a certificate for another purpose', () => tsa.token(digest, TIME, { signer: 'server' }), 'not for time-stamping'],
		[
			"another root that has a given one's name",
			() => tsa.token(digest, TIME, { signer: 'forged' }),
			"doesn't lead to any of the given roots",
		],
		['a root that is not among the given', () => tsa.token(digest, TIME, { signer: 'other' }), "doesn't lead to any of the given roots"],
	];
	for (const [label, token, reason] of refused)
		when(`with ${label} is refused`, () => {
			expect(() => verifyTimeStamp(token(), digest, roots)).toThrow(reason);
		});

	when('of a certificate that has expired since is accepted at its own time', () => {
		const then = Date.UTC(2020, 5, 1);
		expect(verifyTimeStamp(tsa.token(digest, then, { signer: 'expired' }), digest, roots).time).toBe(then);
	});

	when('with any byte changed is refused, or states the same: some lists are not signed', () => {
		const token = tsa.token(digest, TIME);
		let refusals = 0;
		for (let at = 0; at < token.length; at++) {
			const changed = Buffer.from(token);
			changed[at] = changed[at]! ^ 0x01;
			try {
				expect(verifyTimeStamp(changed, digest, roots)).toEqual({ time: TIME, signer: 'Test tsa' });
			} catch (error) {
				expect((error as Error).name, String(error)).toBe('ProofError');
				refusals++;
			}
		}
		expect(refusals).toBeGreaterThan(0.9 * token.length);
		for (const length of [0, 1, 20, token.length - 1]) expect(() => verifyTimeStamp(token.subarray(0, length), digest, roots)).toThrow();
	});

	it('has a request that openssl reads', () => {
		expect(createTimeStampRequest(digest, NONCE).toString('hex')).toBe(
			`30440201013031300d060960864801650304020105000420${digest.toString('hex')}0209${'00'}${NONCE.toString('hex')}0101ff`,
		);
	});
});
