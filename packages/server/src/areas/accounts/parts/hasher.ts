import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from '@sw/domain/access/form-rules';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';

export interface Hasher {
	hash(password: string): Promise<string>;
	/** Whether the password matches. For `stored` null (no such account, or no password): false, after the same amount of work. */
	matches(stored: string | null, password: string): Promise<boolean>;
	/** Whether a stored hash was made with other parameters than the current ones. */
	isOutdated(stored: string): boolean;
}

export interface HashCosts {
	/** In KiB. */
	memoryKib: number;
	passes: number;
}

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
export const HASH_COSTS: HashCosts = { memoryKib: 19_456, passes: 2 };

/** Argon2id. The package's enum is a const enum, which can't be imported here. */
const ARGON2ID = 2;

/** Maximum concurrent hashes; others wait. Each hash occupies its memory and a thread of the pool that file and database access also use. */
const MAX_CONCURRENT_HASHES = 4;

export function createHasher({ memoryKib, passes }: HashCosts = HASH_COSTS): Hasher {
	const options = { algorithm: ARGON2ID, memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
	const runLimited = createSemaphore({ maxConcurrent: MAX_CONCURRENT_HASHES });
	const hashPassword = (password: string) => runLimited(() => hash(normalizePassword(password), options));
	let dummyHash: Promise<string> | undefined;
	return {
		hash: hashPassword,
		matches: async (stored, password) => {
			dummyHash ??= hashPassword('a password of no account');
			const hashToVerify = stored ?? (await dummyHash);
			const isMatch = await runLimited(() => verify(hashToVerify, normalizePassword(password)));
			return isMatch && stored !== null;
		},
		isOutdated: (stored) => !stored.startsWith(`$argon2id$v=19$m=${memoryKib},t=${passes},p=1$`),
	};
}
