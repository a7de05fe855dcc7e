/** A software authenticator: creates ES256 passkeys without attestation and signs with them, in the format of browsers. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

/** User present, user verified. */
const FLAGS = 0x05;
const WITH_KEY = 0x40;

export function softAuthenticator(origin: string) {
	const site = new URL(origin).hostname;
	const id = randomBytes(32);
	const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	let counter = 0;
	const clientData = (type: string, challenge: string, from: string): Buffer =>
		Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
	const authData = (flags: number, more: Uint8Array = Buffer.alloc(0)): Buffer => {
		const count = Buffer.alloc(4);
		count.writeUInt32BE(counter++);
		return Buffer.concat([sha256(site), Buffer.from([flags]), count, more]);
	};
	const credential = (response: object) => ({
		id: base64(id),
		rawId: base64(id),
		type: 'public-key',
		clientExtensionResults: {},
		response,
	});
	return {
		/** The answer to `navigator.credentials.create`. */
		create: (challenge: string) => {
			const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
			const key = new Map<number, Cbor>([
				[1, 2],
				[3, -7],
				[-1, 1],
				[-2, Buffer.from(x, 'base64url')],
				[-3, Buffer.from(y, 'base64url')],
			]);
			const made = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]);
			const attestation = new Map<string, Cbor>([
				['fmt', 'none'],
				['attStmt', new Map()],
				['authData', authData(FLAGS | WITH_KEY, made)],
			]);
			return credential({
				clientDataJSON: base64(clientData('webauthn.create', challenge, origin)),
				attestationObject: base64(cbor(attestation)),
				transports: ['internal'],
			});
		},
		/** The answer to `navigator.credentials.get`; `from` is the origin of the page. */
		get: (challenge: string, { from = origin, flags = FLAGS }: { from?: string; flags?: number } = {}) => {
			const client = clientData('webauthn.get', challenge, from);
			const data = authData(flags);
			const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
			return credential({ clientDataJSON: base64(client), authenticatorData: base64(data), signature: base64(signature) });
		},
	};
}

function base64(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString('base64url');
}

function sha256(bytes: string | Uint8Array): Buffer {
	return createHash('sha256').update(bytes).digest();
}

function cbor(value: Cbor): Buffer {
	if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
	if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
	if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
	return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

function head(kind: number, size: number): Buffer {
	if (size < 24) return Buffer.from([(kind << 5) | size]);
	return size < 256 ? Buffer.from([(kind << 5) | 24, size]) : Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
}
