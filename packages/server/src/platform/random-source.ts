import { randomBytes, randomUUID } from 'node:crypto';

/** Source of secrets and ids, as a dependency so that tests can use a fake. */
export interface RandomSource {
	bytes(count: number): Buffer;
	uuid(): string;
}

export const systemRandomSource: RandomSource = { bytes: (count) => randomBytes(count), uuid: () => randomUUID() };
