import { type LinkProps, useRouter } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type MouseEvent, useMemo } from 'react';

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
	/** An absolute target. It must be the same object while it doesn't change. */
	link: LinkProps;
}

/**
 * A link that doesn't depend on the current URL. The router's own links are recomputed at every navigation to see whether they are active: for the two
 * hundred links of a hundred cards, that alone is a long task. On hover or focus it loads the code of its target page.
 */
export function StaticLink({ link, ...rest }: Props) {
	const router = useRouter();
	const { publicHref, pathname } = useMemo(() => router.buildLocation(link), [router, link]);
	const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
		// New tabs, new windows and downloads are left to the browser.
		if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		event.preventDefault();
		void router.navigate(link);
	};
	// Only the page's code: loading its data can count towards an allowance.
	const prefetch = (): void => {
		for (const route of router.getMatchedRoutes(pathname)[0]) router.loadRouteChunk(route)?.catch(() => {});
	};
	return <a {...rest} href={publicHref} onPointerEnter={prefetch} onFocus={prefetch} onClick={follow} />;
}
