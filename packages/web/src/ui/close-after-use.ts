import type { MouseEvent } from 'react';

/** Handles clicks in a native popover. Closes it after the reader used a link in it, or a control marked with `data-shuts`. */
export function closeAfterUse({ target, currentTarget }: MouseEvent<HTMLElement>): void {
	if (target instanceof Element && target.closest('a, [data-shuts]')) currentTarget.togglePopover(false);
}
