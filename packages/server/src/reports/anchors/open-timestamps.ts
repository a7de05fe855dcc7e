/** OpenTimestamps: proofs (.ots files) that a Bitcoin block's Merkle root includes a digest. Format: https://github.com/opentimestamps */
import { createHash } from 'node:crypto';
import { SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { ProofError } from './time-stamp.ts';

const MAGIC = Buffer.from('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294', 'hex');
const TAGS = { append: 0xf0, prepend: 0xf1, sha256: 0x08, attestation: 0x00, fork: 0xff } as const;
const PENDING_TAG = '83dfe30d2ef90c8e';
const BITCOIN_TAG = '0588960d73d71901';
/** Limit of a proof in bytes; real proofs are below 4 kB. */
const MAX_PROOF_BYTES = 64 * 1024;
const MAX_ARGUMENT_BYTES = 4_096;
const MAX_DEPTH = 256;

export type Attestation =
	/** A calendar promises to include the message in a block. */
	| { readonly kind: 'pending'; readonly calendar: string; readonly message: Buffer }
	/** The message is the Merkle root of a block. */
	| { readonly kind: 'bitcoin'; readonly height: number; readonly message: Buffer }
	| { readonly kind: 'other'; readonly message: Buffer };

interface Step {
	readonly tag: number;
	readonly argument: Buffer;
	readonly next: Timestamp;
}
/** The attestations of a message, and the operations that transform the message further. */
export interface Timestamp {
	readonly message: Buffer;
	attestations: { readonly tag: string; readonly payload: Buffer }[];
	steps: Step[];
}

/** Parses a calendar's response about a message. Throws a ProofError if it is malformed. */
export function parseTimestamp(bytes: Buffer, message: Buffer): Timestamp {
	const reader = createReader(bytes);
	const timestamp = readTimestamp(reader, message, 0);
	if (!reader.isAtEnd()) throw new ProofError('The proof has bytes after its end.');
	return timestamp;
}

/** Encodes the timestamp of a SHA-256 as an .ots file. */
export function encodeOtsFile(timestamp: Timestamp): Buffer {
	return Buffer.concat([MAGIC, Buffer.of(1, TAGS.sha256), timestamp.message, encodeTimestamp(timestamp)]);
}

/** Parses an .ots file. Throws a ProofError if the file isn't for this digest. */
export function parseOts(file: Buffer, digest: Buffer): Timestamp {
	const headerLength = MAGIC.length + 2;
	if (file.length > MAX_PROOF_BYTES || !file.subarray(0, MAGIC.length).equals(MAGIC) || file[MAGIC.length] !== 1)
		throw new ProofError("This isn't an .ots file.");
	if (file[MAGIC.length + 1] !== TAGS.sha256) throw new ProofError('The .ots file is not for a SHA-256.');
	if (!file.subarray(headerLength, headerLength + digest.length).equals(digest))
		throw new ProofError('The .ots file is for another digest.');
	return parseTimestamp(file.subarray(headerLength + digest.length), digest);
}

/** Collects all attestations of the tree, each with its message. */
export function collectAttestations(timestamp: Timestamp): Attestation[] {
	const ownAttestations = timestamp.attestations.map(({ tag, payload }): Attestation => {
		const reader = createReader(payload);
		const { message } = timestamp;
		if (tag === PENDING_TAG) return { kind: 'pending', calendar: reader.bytes(MAX_ARGUMENT_BYTES).toString('utf8'), message };
		return tag === BITCOIN_TAG ? { kind: 'bitcoin', height: reader.number(), message } : { kind: 'other', message };
	});
	return [...ownAttestations, ...timestamp.steps.flatMap(({ next }) => collectAttestations(next))];
}

/** Replaces a calendar's promise for a message by the calendar's completed timestamp. */
export function replacePromise(timestamp: Timestamp, message: Buffer, completed: Timestamp): Timestamp {
	if (timestamp.message.equals(message)) {
		const otherAttestations = timestamp.attestations.filter(({ tag }) => tag !== PENDING_TAG);
		return { message, attestations: [...otherAttestations, ...completed.attestations], steps: [...timestamp.steps, ...completed.steps] };
	}
	return { ...timestamp, steps: timestamp.steps.map((step) => ({ ...step, next: replacePromise(step.next, message, completed) })) };
}

/** Returns the time of an 80-byte block header. Throws a ProofError if the message isn't the Merkle root, or if the proof of work is missing. */
export function readBlockTime(header: Buffer, message: Buffer): UtcMs {
	if (header.length !== 80) throw new ProofError('A block header has 80 bytes.');
	if (!header.subarray(36, 68).equals(message)) throw new ProofError("The proof doesn't lead to the Merkle root of the block.");
	const hash = createHash('sha256').update(createHash('sha256').update(header).digest()).digest().reverse();
	const [exponent, mantissa] = [header[75]!, header.readUIntLE(72, 3)];
	const target = exponent >= 3 ? BigInt(mantissa) << BigInt(8 * (exponent - 3)) : 0n;
	if (BigInt(`0x${hash.toString('hex')}`) > target) throw new ProofError("The block header doesn't have the proof of work that it claims.");
	return utcMs(header.readUInt32LE(68) * SECOND);
}

type Reader = ReturnType<typeof createReader>;

function createReader(bytes: Buffer) {
	let at = 0;
	const byte = (): number => {
		const value = bytes[at++];
		if (value === undefined) throw new ProofError('The proof ends too early.');
		return value;
	};
	const number = (): number => {
		let value = 0;
		for (let shift = 0; shift < 35; shift += 7) {
			const next = byte();
			value += (next & 0x7f) * 2 ** shift;
			if (next < 0x80) return value;
		}
		throw new ProofError('A number of the proof is too large.');
	};
	const take = (length: number): Buffer => {
		if (at + length > bytes.length) throw new ProofError('The proof ends too early.');
		at += length;
		return bytes.subarray(at - length, at);
	};
	return {
		byte,
		number,
		take,
		bytes: (limit: number): Buffer => {
			const length = number();
			if (length > limit) throw new ProofError('A part of the proof is too long.');
			return take(length);
		},
		isAtEnd: () => at === bytes.length,
	};
}

function readTimestamp(reader: Reader, message: Buffer, depth: number): Timestamp {
	if (depth > MAX_DEPTH) throw new ProofError('The proof is nested too deeply.');
	const timestamp: Timestamp = { message, attestations: [], steps: [] };
	for (let tag = reader.byte(); ; tag = reader.byte()) {
		const isLast = tag !== TAGS.fork;
		if (!isLast) tag = reader.byte();
		if (tag === TAGS.attestation)
			timestamp.attestations.push({ tag: reader.take(8).toString('hex'), payload: reader.bytes(MAX_PROOF_BYTES) });
		else {
			const argument = tag === TAGS.append || tag === TAGS.prepend ? reader.bytes(MAX_ARGUMENT_BYTES) : Buffer.alloc(0);
			timestamp.steps.push({ tag, argument, next: readTimestamp(reader, applyOperation(tag, argument, message), depth + 1) });
		}
		if (isLast) return timestamp;
	}
}

function applyOperation(tag: number, argument: Buffer, message: Buffer): Buffer {
	if (tag === TAGS.append) return Buffer.concat([message, argument]);
	if (tag === TAGS.prepend) return Buffer.concat([argument, message]);
	if (tag === TAGS.sha256) return createHash('sha256').update(message).digest();
	throw new ProofError(`The proof has an operation that is not accepted: 0x${tag.toString(16)}. Only SHA-256 hashes are.`);
}

function encodeTimestamp({ attestations, steps }: Timestamp): Buffer {
	const parts = [
		...attestations.map(({ tag, payload }) =>
			Buffer.concat([Buffer.of(TAGS.attestation), Buffer.from(tag, 'hex'), encodeNumber(payload.length), payload]),
		),
		...steps.map(({ tag, argument, next }) =>
			tag === TAGS.sha256
				? Buffer.concat([Buffer.of(tag), encodeTimestamp(next)])
				: Buffer.concat([Buffer.of(tag), encodeNumber(argument.length), argument, encodeTimestamp(next)]),
		),
	];
	if (parts.length === 0) throw new ProofError('The proof is empty.');
	return Buffer.concat(parts.flatMap((part, index) => (index < parts.length - 1 ? [Buffer.of(TAGS.fork), part] : [part])));
}

function encodeNumber(value: number): Buffer {
	const bytes: number[] = [];
	for (let remainder = value; ; remainder = Math.floor(remainder / 128)) {
		if (remainder < 128) return Buffer.from([...bytes, remainder]);
		bytes.push((remainder % 128) + 128);
	}
}
