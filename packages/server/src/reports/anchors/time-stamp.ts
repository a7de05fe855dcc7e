/** RFC 3161 time-stamps: creates requests, and verifies tokens against given root certificates. */
import { createHash, timingSafeEqual, verify as verifySignature, X509Certificate } from 'node:crypto';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import {
	Boolean as Asn1Boolean,
	Set as Asn1Set,
	BitString,
	type Constructed,
	fromBER,
	GeneralizedTime,
	Integer,
	Null,
	ObjectIdentifier,
	OctetString,
	Sequence,
} from 'asn1js';

/** Thrown when a proof is rejected. */
export class ProofFault extends Error {
	override readonly name = 'ProofFault';
}

export interface TimeStamp {
	readonly time: UtcMs;
	/** Common name of the signing certificate. */
	readonly signer: string;
}

const OID = {
	signedData: '1.2.840.113549.1.7.2',
	tstInfo: '1.2.840.113549.1.9.16.1.4',
	contentType: '1.2.840.113549.1.9.3',
	messageDigest: '1.2.840.113549.1.9.4',
	signingCertificate: '1.2.840.113549.1.9.16.2.12',
	signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
	timeStamping: '1.3.6.1.5.5.7.3.8',
	rsaPss: '1.2.840.113549.1.1.10',
	ed25519: '1.3.101.112',
} as const;
/** Accepted digests. SHA-1 and MD5 aren't accepted. */
const DIGESTS: Readonly<Record<string, string>> = {
	'2.16.840.1.101.3.4.2.1': 'sha256',
	'2.16.840.1.101.3.4.2.2': 'sha384',
	'2.16.840.1.101.3.4.2.3': 'sha512',
};
/** Signature algorithms of certificates that use SHA-1 or MD5. */
const WEAK_SIGNATURES = ['1.2.840.113549.1.1.4', '1.2.840.113549.1.1.5', '1.2.840.10045.4.1', '1.2.840.10040.4.3'];
/** Maximum number of certificates from the signer to its root. */
const MAX_PATH_LENGTH = 6;

/** Creates a DER request for a token over a SHA-256. The token must include its certificates. `nonce`: 8 random bytes. */
export function timeStampRequest(digest: Buffer, nonce: Buffer): Buffer {
	const algorithm = new Sequence({ value: [new ObjectIdentifier({ value: '2.16.840.1.101.3.4.2.1' }), new Null()] });
	const request = new Sequence({
		value: [
			new Integer({ value: 1 }),
			new Sequence({ value: [algorithm, new OctetString({ valueHex: digest })] }),
			new Integer({ valueHex: toPositiveInteger(nonce) }),
			new Asn1Boolean({ value: true }),
		],
	});
	return Buffer.from(request.toBER());
}

/** Extracts the token from a response. Throws a ProofFault if the request was refused, or if the token answers another request. */
export function parseTokenResponse(response: Buffer, digest: Buffer, nonce: Buffer): Buffer {
	const [status, token] = items(parse(response));
	const [code] = items(status);
	const statusCode = code instanceof Integer ? code.valueBlock.valueDec : -1;
	if (statusCode !== 0 && statusCode !== 1) throw new ProofFault(`The time-stamping authority refused the request (status ${statusCode}).`);
	if (!token) throw new ProofFault('The response has no token.');
	const der = bytesOf(token);
	const info = parseTstInfo(parseSignedData(der).content);
	if (!info.imprint.equals(digest)) throw new ProofFault('The token is for different data.');
	if (!info.nonce || !stripLeadingZeros(info.nonce).equals(stripLeadingZeros(nonce)))
		throw new ProofFault("The token's nonce differs from that of the request.");
	return der;
}

/**
 * Verifies a token over a SHA-256: its imprint and signature, the purpose of the certificate, and the certificate's path to one of the roots
 * at the time that the token states. Throws a ProofFault. `roots` null: the path isn't checked.
 */
export function verifyTimeStamp(token: Buffer, digest: Buffer, roots: readonly X509Certificate[] | null): TimeStamp {
	try {
		const signed = parseSignedData(token);
		const info = parseTstInfo(signed.content);
		if (!info.imprint.equals(digest)) throw new ProofFault('The token is for different data.');
		const certificate = signingCertificate(signed);
		if (!certificate.keyUsage?.includes(OID.timeStamping)) throw new ProofFault('The certificate of the token is not for time-stamping.');
		verifySigner(signed, certificate);
		checkValidity(certificate, info.time);
		if (roots) checkPath(certificate, signed.certificates, roots, info.time);
		return { time: info.time, signer: /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? certificate.subject.replaceAll('\n', ', ') };
	} catch (error) {
		if (error instanceof ProofFault) throw error;
		throw new ProofFault(`The token can't be read: ${error instanceof Error ? error.message : String(error)}`);
	}
}

type Node = Constructed['valueBlock']['value'][number];

function parse(der: Buffer): Node {
	const { offset, result } = fromBER(der);
	if (offset !== der.length) throw new ProofFault('The token is not DER.');
	return result;
}

function items(node: Node | undefined): Node[] {
	const value = (node as Constructed | undefined)?.valueBlock?.value;
	if (!Array.isArray(value)) throw new ProofFault('The token is incomplete.');
	return value;
}

function bytesOf(node: Node | undefined): Buffer {
	if (!node) throw new ProofFault('The token is incomplete.');
	return Buffer.from(node.valueBeforeDecodeView);
}

interface SignedData {
	/** TSTInfo in DER. */
	readonly content: Buffer;
	readonly certificates: readonly { readonly certificate: X509Certificate; readonly der: Buffer }[];
	readonly signer: readonly Node[];
}

function parseSignedData(token: Buffer): SignedData {
	const [type, wrapped] = items(parse(token));
	if (oidOf(type) !== OID.signedData) throw new ProofFault("The token isn't a signed message.");
	const [, , encapsulated, ...rest] = items(items(wrapped)[0]);
	const [contentType, content] = items(encapsulated);
	if (oidOf(contentType) !== OID.tstInfo) throw new ProofFault("The signed message isn't a time-stamp.");
	const certificates = rest.filter((node) => isContext(node, 0)).flatMap(items);
	const signers = rest.filter((node) => node instanceof Asn1Set).flatMap(items);
	if (signers.length !== 1) throw new ProofFault(`The token has ${signers.length} signers instead of one.`);
	return {
		content: octets(items(content)[0]),
		certificates: certificates.map((node) => {
			const der = bytesOf(node);
			return { certificate: new X509Certificate(der), der };
		}),
		signer: items(signers[0]),
	};
}

function isContext(node: Node | undefined, number: number): boolean {
	return node?.idBlock.tagClass === 3 && node.idBlock.tagNumber === number;
}

function octets(node: Node | undefined): Buffer {
	if (!(node instanceof OctetString) || node.idBlock.isConstructed) throw new ProofFault('The token is incomplete.');
	return Buffer.from(node.valueBlock.valueHexView);
}

function oidOf(node: Node | undefined): string {
	if (!(node instanceof ObjectIdentifier)) throw new ProofFault('The token is incomplete.');
	return node.valueBlock.toString();
}

function parseTstInfo(content: Buffer): { imprint: Buffer; time: UtcMs; nonce: Buffer | undefined } {
	const parts = items(parse(content));
	const [algorithm, imprint] = items(parts[2]);
	const digest = DIGESTS[oidOf(items(algorithm)[0])];
	if (digest !== 'sha256') throw new ProofFault('The imprint of the token is not a SHA-256.');
	const time = parts[4];
	if (!(time instanceof GeneralizedTime)) throw new ProofFault('The token contains no time.');
	const nonce = parts.slice(5).find((node) => node instanceof Integer);
	return {
		imprint: octets(imprint),
		time: utcMs(time.toDate().getTime()),
		nonce: nonce ? Buffer.from((nonce as Integer).valueBlock.valueHexView) : undefined,
	};
}

/** Finds the certificate whose hash is among the signed attributes (RFC 5035), so no other certificate can be substituted. */
function signingCertificate({ certificates, signer }: SignedData): X509Certificate {
	const attributes = attributesOf(signer);
	const named = attributes.get(OID.signingCertificateV2) ?? attributes.get(OID.signingCertificate);
	const [id] = items(items(named)[0]);
	const parts = items(id);
	let name = attributes.has(OID.signingCertificateV2) ? 'sha256' : 'sha1';
	if (parts[0] instanceof Sequence && !(parts[0] instanceof OctetString)) name = DIGESTS[oidOf(items(parts[0])[0])] ?? '';
	const hash = octets(parts.find((node) => node instanceof OctetString));
	const found = certificates.find(({ der }) => name !== '' && createHash(name).update(der).digest().equals(hash));
	if (!found) throw new ProofFault("The token doesn't contain the certificate that signed it.");
	return found.certificate;
}

function attributesOf(signer: readonly Node[]): Map<string, Node | undefined> {
	const attributes = signer.find((node) => isContext(node, 0) && node.idBlock.isConstructed && node !== signer[1]);
	return new Map(
		items(attributes).map((node) => {
			const [type, values] = items(node);
			return [oidOf(type), items(values)[0]];
		}),
	);
}

function verifySigner({ content, signer }: SignedData, certificate: X509Certificate): void {
	const digest = DIGESTS[oidOf(items(signer[2])[0])];
	if (digest === undefined) throw new ProofFault('The token is signed with a digest that is not accepted, such as SHA-1.');
	const attributes = attributesOf(signer);
	const type = attributes.get(OID.contentType);
	if (oidOf(type) !== OID.tstInfo) throw new ProofFault('The signature is for another kind of message.');
	const stated = octets(attributes.get(OID.messageDigest));
	const actual = createHash(digest).update(content).digest();
	if (stated.length !== actual.length || !timingSafeEqual(stated, actual)) throw new ProofFault('The signed time-stamp was changed.');
	const at = signer.findIndex((node, place) => place > 1 && isContext(node, 0));
	// The signature covers the attributes encoded with the tag of a SET, instead of the context tag in the token.
	const signed = bytesOf(signer[at]);
	signed[0] = 0x31;
	const algorithm = oidOf(items(signer[at + 1])[0]);
	if (WEAK_SIGNATURES.includes(algorithm)) throw new ProofFault('The token is signed with SHA-1.');
	const key = certificate.publicKey;
	const keyInput = algorithm === OID.rsaPss ? { key, padding: 6, saltLength: -2 } : key;
	if (!verifySignature(algorithm === OID.ed25519 ? null : digest, signed, keyInput, octets(signer[at + 2])))
		throw new ProofFault('The signature of the token is wrong.');
}

function checkValidity({ validFrom, validTo, subject }: X509Certificate, time: UtcMs): void {
	if (time < Date.parse(validFrom) || time > Date.parse(validTo))
		throw new ProofFault(`A certificate had expired or was not valid yet at the stated time: ${subject.replaceAll('\n', ', ')}.`);
}

function checkPath(
	signer: X509Certificate,
	certificates: SignedData['certificates'],
	roots: readonly X509Certificate[],
	time: UtcMs,
): void {
	let certificate = signer;
	for (let length = 0; length < MAX_PATH_LENGTH; length++) {
		const root = roots.find((one) => one.raw.equals(certificate.raw) || hasIssued(one, certificate));
		if (root) {
			if (!root.raw.equals(certificate.raw)) refuseWeak(certificate);
			checkValidity(root, time);
			return;
		}
		const issuer = certificates.find((one) => one.certificate.ca && hasIssued(one.certificate, certificate))?.certificate;
		if (!issuer || issuer === certificate) break;
		refuseWeak(certificate);
		checkValidity(issuer, time);
		certificate = issuer;
	}
	throw new ProofFault("The token's certificate doesn't lead to any of the given roots.");
}

function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
	return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function refuseWeak(certificate: X509Certificate): void {
	const [, algorithm, signature] = items(parse(Buffer.from(certificate.raw)));
	if (!(signature instanceof BitString) || WEAK_SIGNATURES.includes(oidOf(items(algorithm)[0])))
		throw new ProofFault('A certificate of the token is signed with SHA-1.');
}

/** Returns the content of a DER INTEGER, with a leading zero if the number would otherwise be negative. */
function toPositiveInteger(bytes: Buffer): Buffer {
	const plain = stripLeadingZeros(bytes);
	return (plain[0] ?? 0) >= 0x80 || plain.length === 0 ? Buffer.concat([Buffer.of(0), plain]) : plain;
}

function stripLeadingZeros(bytes: Buffer): Buffer {
	let from = 0;
	while (from < bytes.length && bytes[from] === 0) from++;
	return bytes.subarray(from);
}
