import { randomBytes, randomUUID } from 'node:crypto';

/** Where secrets and ids come from. */
export interface Chance {
	bytes(count: number): Buffer;
	uuid(): string;
}

export const systemChance: Chance = { bytes: (count) => randomBytes(count), uuid: () => randomUUID() };
