/** The receiving end of web push: a browser's keys, and decryption (RFC 8291 and RFC 8188, with Node's own cryptography). */
import { createDecipheriv, createECDH, createHmac, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto';

const ONE = Buffer.from([1]);

export interface BrowserKeys {
	readonly ecdh: ECDH;
	readonly auth: Buffer;
	/** As `PushSubscription.toJSON().keys`. */
	readonly keys: { readonly p256dh: string; readonly auth: string };
}

export function createBrowserKeys(privateKey?: Buffer, auth: Buffer = randomBytes(16)): BrowserKeys {
	const ecdh = createECDH('prime256v1');
	if (privateKey) ecdh.setPrivateKey(privateKey);
	else ecdh.generateKeys();
	return { ecdh, auth, keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') } };
}

/** Decrypts the text of one aes128gcm record. Throws if it was encrypted for another browser or modified. */
export function decryptPush(body: Buffer, { ecdh, auth }: BrowserKeys): string {
	const salt = body.subarray(0, 16);
	const senderKeyLength = body.readUInt8(20);
	const senderKey = body.subarray(21, 21 + senderKeyLength);
	const ciphertext = body.subarray(21 + senderKeyLength);
	const secret = ecdh.computeSecret(senderKey);
	const info = Buffer.concat([encodeInfo('WebPush: info'), ecdh.getPublicKey(), senderKey, ONE]);
	const ikm = hmac(hmac(auth, secret), info);
	const prk = hmac(salt, ikm);
	const key = hmac(prk, encodeInfo('Content-Encoding: aes128gcm'), ONE).subarray(0, 16);
	const nonce = hmac(prk, encodeInfo('Content-Encoding: nonce'), ONE).subarray(0, 12);
	const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(ciphertext.subarray(-16));
	const paddedText = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
	const end = paddedText.lastIndexOf(2);
	return paddedText.subarray(0, end).toString();
}

function encodeInfo(value: string): Buffer {
	return Buffer.from(`${value}\0`);
}

function hmac(key: Buffer, ...parts: Buffer[]): Buffer {
	return createHmac('sha256', key).update(Buffer.concat(parts)).digest();
}

/** Returns the claims of 'vapid t=..., k=...' (RFC 8292) if the signature matches the key in it. */
export function readVerifiedClaims(authorization: string): { key: string; claims: { aud: string; exp: number; sub: string } } | undefined {
	const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
	const [head = '', body = '', signature = ''] = token.split('.');
	const point = Buffer.from(key, 'base64url');
	const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
	const isSignatureValid = verify(
		'sha256',
		Buffer.from(`${head}.${body}`),
		{ key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
		Buffer.from(signature, 'base64url'),
	);
	return isSignatureValid ? { key, claims: JSON.parse(Buffer.from(body, 'base64url').toString()) } : undefined;
}
