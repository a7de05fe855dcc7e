import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from '@sw/domain/access/form-rules';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';

export interface Hasher {
	hash(password: string): Promise<string>;
	/** `stored` is null if there is no such account or it has no password. The result is then false, after the same amount of work. */
	matches(stored: string | null, password: string): Promise<boolean>;
	/** Whether a stored hash was made with other parameters than the current ones. */
	isOutdated(stored: string): boolean;
}

export interface HashCosts {
	/** In KiB. */
	memory: number;
	passes: number;
}

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
export const HASH_COSTS: HashCosts = { memory: 19_456, passes: 2 };

/** Argon2id. The package's enum is a const enum, which can't be imported here. */
const ARGON2ID = 2;

/** Maximum concurrent hashes; others wait. Each occupies its memory and a thread of the pool shared with file and database access. */
const MAX_CONCURRENT = 4;

export function createHasher({ memory, passes }: HashCosts = HASH_COSTS): Hasher {
	const options = { algorithm: ARGON2ID, memoryCost: memory, timeCost: passes, parallelism: 1 };
	const limited = createSemaphore({ maxConcurrent: MAX_CONCURRENT });
	const hashPassword = (password: string) => limited(() => hash(normalizePassword(password), options));
	let dummy: Promise<string> | undefined;
	return {
		hash: hashPassword,
		matches: async (stored, password) => {
			dummy ??= hashPassword('a password of no account');
			const against = stored ?? (await dummy);
			const right = await limited(() => verify(against, normalizePassword(password)));
			return right && stored !== null;
		},
		isOutdated: (stored) => !stored.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=1$`),
	};
}
