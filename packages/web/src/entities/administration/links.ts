import type { LinkProps } from '@tanstack/react-router';

/** State that an administration page reads from its address. */
export type AdminSearch = Readonly<Record<string, string | undefined>>;

/** An administration page. Default: the first. */
export function adminLink(page = '', search: AdminSearch = {}) {
	return { to: '/admin/$', params: { _splat: page }, search: { ...search } } as const satisfies LinkProps;
}
