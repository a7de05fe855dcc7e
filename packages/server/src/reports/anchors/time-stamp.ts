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
export class ProofError extends Error {
	override readonly name = 'ProofError';
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
const DIGEST_NAME_BY_OID: Readonly<Record<string, string>> = {
	'2.16.840.1.101.3.4.2.1': 'sha256',
	'2.16.840.1.101.3.4.2.2': 'sha384',
	'2.16.840.1.101.3.4.2.3': 'sha512',
};
/** Signature algorithms of certificates that use SHA-1 or MD5. */
const WEAK_SIGNATURES = ['1.2.840.113549.1.1.4', '1.2.840.113549.1.1.5', '1.2.840.10045.4.1', '1.2.840.10040.4.3'];
/** Maximum number of certificates from the signer to its root. */
const MAX_PATH_LENGTH = 6;

/** Creates a DER request for a token over a SHA-256. The token must include its certificates. `nonce`: 8 random bytes. */
export function createTimeStampRequest(digest: Buffer, nonce: Buffer): Buffer {
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

/** Extracts the token from a response. Throws a ProofError if the request was refused, or if the token answers another request. */
export function parseTokenResponse(response: Buffer, digest: Buffer, nonce: Buffer): Buffer {
	const [status, token] = readChildren(parseDer(response));
	const [code] = readChildren(status);
	const statusCode = code instanceof Integer ? code.valueBlock.valueDec : -1;
	if (statusCode !== 0 && statusCode !== 1) throw new ProofError(`The time-stamping authority refused the request (status ${statusCode}).`);
	if (!token) throw new ProofError('The response has no token.');
	const der = toDer(token);
	const info = parseTstInfo(parseSignedData(der).content);
	if (!info.imprint.equals(digest)) throw new ProofError('The token is for different data.');
	if (!info.nonce || !stripLeadingZeros(info.nonce).equals(stripLeadingZeros(nonce)))
		throw new ProofError("The token's nonce differs from that of the request.");
	return der;
}

/**
 * Verifies a token over a SHA-256: its imprint and signature, the purpose of the certificate, and the certificate's path to one of the roots
 * at the time that the token states. Throws a ProofError. `roots` null: the path isn't checked.
 */
export function verifyTimeStamp(token: Buffer, digest: Buffer, roots: readonly X509Certificate[] | null): TimeStamp {
	try {
		const signedData = parseSignedData(token);
		const info = parseTstInfo(signedData.content);
		if (!info.imprint.equals(digest)) throw new ProofError('The token is for different data.');
		const certificate = findSigningCertificate(signedData);
		if (!certificate.keyUsage?.includes(OID.timeStamping)) throw new ProofError('The certificate of the token is not for time-stamping.');
		verifySigner(signedData, certificate);
		checkValidity(certificate, info.time);
		if (roots) checkPath(certificate, signedData.certificates, roots, info.time);
		return { time: info.time, signer: /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? certificate.subject.replaceAll('\n', ', ') };
	} catch (error) {
		if (error instanceof ProofError) throw error;
		throw new ProofError(`The token can't be read: ${error instanceof Error ? error.message : String(error)}`);
	}
}

type Node = Constructed['valueBlock']['value'][number];

function parseDer(der: Buffer): Node {
	const { offset, result } = fromBER(der);
	if (offset !== der.length) throw new ProofError('The token is not DER.');
	return result;
}

function readChildren(node: Node | undefined): Node[] {
	const value = (node as Constructed | undefined)?.valueBlock?.value;
	if (!Array.isArray(value)) throw new ProofError('The token is incomplete.');
	return value;
}

function toDer(node: Node | undefined): Buffer {
	if (!node) throw new ProofError('The token is incomplete.');
	return Buffer.from(node.valueBeforeDecodeView);
}

interface SignedData {
	/** TSTInfo in DER. */
	readonly content: Buffer;
	readonly certificates: readonly { readonly certificate: X509Certificate; readonly der: Buffer }[];
	readonly signer: readonly Node[];
}

function parseSignedData(token: Buffer): SignedData {
	const [type, wrapped] = readChildren(parseDer(token));
	if (readOid(type) !== OID.signedData) throw new ProofError("The token isn't a signed message.");
	const [, , encapsulated, ...otherFields] = readChildren(readChildren(wrapped)[0]);
	const [contentType, content] = readChildren(encapsulated);
	if (readOid(contentType) !== OID.tstInfo) throw new ProofError("The signed message isn't a time-stamp.");
	const certificates = otherFields.filter((node) => hasContextTag(node, 0)).flatMap(readChildren);
	const signers = otherFields.filter((node) => node instanceof Asn1Set).flatMap(readChildren);
	if (signers.length !== 1) throw new ProofError(`The token has ${signers.length} signers instead of one.`);
	return {
		content: readOctets(readChildren(content)[0]),
		certificates: certificates.map((node) => {
			const der = toDer(node);
			return { certificate: new X509Certificate(der), der };
		}),
		signer: readChildren(signers[0]),
	};
}

function hasContextTag(node: Node | undefined, number: number): boolean {
	return node?.idBlock.tagClass === 3 && node.idBlock.tagNumber === number;
}

function readOctets(node: Node | undefined): Buffer {
	if (!(node instanceof OctetString) || node.idBlock.isConstructed) throw new ProofError('The token is incomplete.');
	return Buffer.from(node.valueBlock.valueHexView);
}

function readOid(node: Node | undefined): string {
	if (!(node instanceof ObjectIdentifier)) throw new ProofError('The token is incomplete.');
	return node.valueBlock.toString();
}

function parseTstInfo(content: Buffer): { imprint: Buffer; time: UtcMs; nonce: Buffer | undefined } {
	const fields = readChildren(parseDer(content));
	const [algorithm, imprint] = readChildren(fields[2]);
	const digestName = DIGEST_NAME_BY_OID[readOid(readChildren(algorithm)[0])];
	if (digestName !== 'sha256') throw new ProofError('The imprint of the token is not a SHA-256.');
	const time = fields[4];
	if (!(time instanceof GeneralizedTime)) throw new ProofError('The token contains no time.');
	const nonce = fields.slice(5).find((node) => node instanceof Integer);
	return {
		imprint: readOctets(imprint),
		time: utcMs(time.toDate().getTime()),
		nonce: nonce ? Buffer.from((nonce as Integer).valueBlock.valueHexView) : undefined,
	};
}

/** Finds the certificate whose hash is among the signed attributes (RFC 5035), so no other certificate can be substituted. */
function findSigningCertificate({ certificates, signer }: SignedData): X509Certificate {
	const attributes = readSignedAttributes(signer);
	const idAttribute = attributes.get(OID.signingCertificateV2) ?? attributes.get(OID.signingCertificate);
	const [id] = readChildren(readChildren(idAttribute)[0]);
	const parts = readChildren(id);
	let digestName = attributes.has(OID.signingCertificateV2) ? 'sha256' : 'sha1';
	if (parts[0] instanceof Sequence && !(parts[0] instanceof OctetString))
		digestName = DIGEST_NAME_BY_OID[readOid(readChildren(parts[0])[0])] ?? '';
	const hash = readOctets(parts.find((node) => node instanceof OctetString));
	const match = certificates.find(({ der }) => digestName !== '' && createHash(digestName).update(der).digest().equals(hash));
	if (!match) throw new ProofError("The token doesn't contain the certificate that signed it.");
	return match.certificate;
}

function readSignedAttributes(signer: readonly Node[]): Map<string, Node | undefined> {
	const attributes = signer.find((node) => hasContextTag(node, 0) && node.idBlock.isConstructed && node !== signer[1]);
	return new Map(
		readChildren(attributes).map((node) => {
			const [type, values] = readChildren(node);
			return [readOid(type), readChildren(values)[0]];
		}),
	);
}

function verifySigner({ content, signer }: SignedData, certificate: X509Certificate): void {
	const digestName = DIGEST_NAME_BY_OID[readOid(readChildren(signer[2])[0])];
	if (digestName === undefined) throw new ProofError('The token is signed with a digest that is not accepted, such as SHA-1.');
	const attributes = readSignedAttributes(signer);
	const type = attributes.get(OID.contentType);
	if (readOid(type) !== OID.tstInfo) throw new ProofError('The signature is for another kind of message.');
	const statedDigest = readOctets(attributes.get(OID.messageDigest));
	const actualDigest = createHash(digestName).update(content).digest();
	if (statedDigest.length !== actualDigest.length || !timingSafeEqual(statedDigest, actualDigest))
		throw new ProofError('The signed time-stamp was changed.');
	const attributesIndex = signer.findIndex((node, index) => index > 1 && hasContextTag(node, 0));
	// The signature covers the attributes encoded with the tag of a SET, instead of the context tag in the token.
	const signedBytes = toDer(signer[attributesIndex]);
	signedBytes[0] = 0x31;
	const algorithm = readOid(readChildren(signer[attributesIndex + 1])[0]);
	if (WEAK_SIGNATURES.includes(algorithm)) throw new ProofError('The token is signed with SHA-1.');
	const key = certificate.publicKey;
	const keyInput = algorithm === OID.rsaPss ? { key, padding: 6, saltLength: -2 } : key;
	if (!verifySignature(algorithm === OID.ed25519 ? null : digestName, signedBytes, keyInput, readOctets(signer[attributesIndex + 2])))
		throw new ProofError('The signature of the token is wrong.');
}

function checkValidity({ validFrom, validTo, subject }: X509Certificate, time: UtcMs): void {
	if (time < Date.parse(validFrom) || time > Date.parse(validTo))
		throw new ProofError(`A certificate had expired or was not valid yet at the stated time: ${subject.replaceAll('\n', ', ')}.`);
}

function checkPath(
	signer: X509Certificate,
	certificates: SignedData['certificates'],
	roots: readonly X509Certificate[],
	time: UtcMs,
): void {
	let certificate = signer;
	for (let length = 0; length < MAX_PATH_LENGTH; length++) {
		const root = roots.find((candidate) => candidate.raw.equals(certificate.raw) || hasIssued(candidate, certificate));
		if (root) {
			if (!root.raw.equals(certificate.raw)) rejectWeakSignature(certificate);
			checkValidity(root, time);
			return;
		}
		const issuer = certificates.find((candidate) => candidate.certificate.ca && hasIssued(candidate.certificate, certificate))?.certificate;
		if (!issuer || issuer === certificate) break;
		rejectWeakSignature(certificate);
		checkValidity(issuer, time);
		certificate = issuer;
	}
	throw new ProofError("The token's certificate doesn't lead to any of the given roots.");
}

function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
	return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function rejectWeakSignature(certificate: X509Certificate): void {
	const [, algorithm, signature] = readChildren(parseDer(Buffer.from(certificate.raw)));
	if (!(signature instanceof BitString) || WEAK_SIGNATURES.includes(readOid(readChildren(algorithm)[0])))
		throw new ProofError('A certificate of the token is signed with SHA-1.');
}

/** Returns the content of a DER INTEGER, with a leading zero if the number would otherwise be negative. */
function toPositiveInteger(bytes: Buffer): Buffer {
	const trimmed = stripLeadingZeros(bytes);
	return (trimmed[0] ?? 0) >= 0x80 || trimmed.length === 0 ? Buffer.concat([Buffer.of(0), trimmed]) : trimmed;
}

function stripLeadingZeros(bytes: Buffer): Buffer {
	let start = 0;
	while (start < bytes.length && bytes[start] === 0) start++;
	return bytes.subarray(start);
}
