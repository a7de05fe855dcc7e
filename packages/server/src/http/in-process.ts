import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/**
 * Marks calls that are already counted: those made within the process while rendering, which count as their page. Random in every process, so that it
 * cannot be guessed.
 */
export const IN_PROCESS = { 'x-in-process': randomBytes(16).toString('base64url') } as const;

export function isInProcess(request: FastifyRequest): boolean {
	return request.headers['x-in-process'] === IN_PROCESS['x-in-process'];
}

/** Marks a call that another process has counted and forwarded. */
export function skipCallLimits(request: FastifyRequest): void {
	void Object.assign(request.headers, IN_PROCESS);
}
