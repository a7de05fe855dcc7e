import type { MouseEvent } from 'react';

/** Handles clicks in a native popover. Closes it after the reader used a link in it, or a control marked with `data-closes`. */
export function closeAfterUse({ target, currentTarget }: MouseEvent<HTMLElement>): void {
	if (target instanceof Element && target.closest('a, [data-closes]')) currentTarget.togglePopover(false);
}
