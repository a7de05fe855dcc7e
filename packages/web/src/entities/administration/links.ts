import type { LinkProps } from '@tanstack/react-router';

/** What a page of the administration reads its state from. */
export type AdminSearch = Readonly<Record<string, string | undefined>>;

/** A page of the administration; without a name the first. */
export const adminLink = (page = '', search: AdminSearch = {}) =>
	({ to: '/admin/$', params: { _splat: page }, search: { ...search } }) as const satisfies LinkProps;
