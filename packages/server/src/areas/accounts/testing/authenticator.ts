/** A software authenticator: creates ES256 passkeys without attestation and signs with them, in the format of browsers. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

/** Flags of authenticator data: user present and user verified; credential included. */
const USER_PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

export function createAuthenticator(origin: string) {
	const relyingPartyId = new URL(origin).hostname;
	const credentialId = randomBytes(32);
	const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	let counter = 0;
	const encodeClientData = (type: string, challenge: string, pageOrigin: string): Buffer =>
		Buffer.from(JSON.stringify({ type, challenge, origin: pageOrigin, crossOrigin: false }));
	const encodeAuthData = (flags: number, credentialData: Uint8Array = Buffer.alloc(0)): Buffer => {
		const counterBytes = Buffer.alloc(4);
		counterBytes.writeUInt32BE(counter++);
		return Buffer.concat([sha256(relyingPartyId), Buffer.from([flags]), counterBytes, credentialData]);
	};
	const createCredential = (response: object) => ({
		id: encodeBase64Url(credentialId),
		rawId: encodeBase64Url(credentialId),
		type: 'public-key',
		clientExtensionResults: {},
		response,
	});
	return {
		/** Returns the result of `navigator.credentials.create`. */
		create: (challenge: string) => {
			const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
			const coseKey = new Map<number, Cbor>([
				[1, 2],
				[3, -7],
				[-1, 1],
				[-2, Buffer.from(x, 'base64url')],
				[-3, Buffer.from(y, 'base64url')],
			]);
			const credentialData = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, encodeCbor(coseKey)]);
			const attestation = new Map<string, Cbor>([
				['fmt', 'none'],
				['attStmt', new Map()],
				['authData', encodeAuthData(USER_PRESENT_AND_VERIFIED | HAS_CREDENTIAL, credentialData)],
			]);
			return createCredential({
				clientDataJSON: encodeBase64Url(encodeClientData('webauthn.create', challenge, origin)),
				attestationObject: encodeBase64Url(encodeCbor(attestation)),
				transports: ['internal'],
			});
		},
		/** Returns the result of `navigator.credentials.get`; `from` is the origin of the page. */
		get: (challenge: string, { from = origin, flags = USER_PRESENT_AND_VERIFIED }: { from?: string; flags?: number } = {}) => {
			const clientData = encodeClientData('webauthn.get', challenge, from);
			const authData = encodeAuthData(flags);
			const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
			return createCredential({
				clientDataJSON: encodeBase64Url(clientData),
				authenticatorData: encodeBase64Url(authData),
				signature: encodeBase64Url(signature),
			});
		},
	};
}

function encodeBase64Url(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString('base64url');
}

function sha256(bytes: string | Uint8Array): Buffer {
	return createHash('sha256').update(bytes).digest();
}

function encodeCbor(value: Cbor): Buffer {
	if (typeof value === 'number') return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value);
	if (typeof value === 'string') return Buffer.concat([encodeHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
	if (value instanceof Uint8Array) return Buffer.concat([encodeHead(2, value.length), value]);
	return Buffer.concat([encodeHead(5, value.size), ...[...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)])]);
}

function encodeHead(majorType: number, size: number): Buffer {
	if (size < 24) return Buffer.from([(majorType << 5) | size]);
	return size < 256 ? Buffer.from([(majorType << 5) | 24, size]) : Buffer.from([(majorType << 5) | 25, size >> 8, size & 255]);
}
