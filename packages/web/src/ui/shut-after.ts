import type { MouseEvent } from 'react';

/** A native sheet closes when a link in it, or a control marked data-shuts, was used. */
export function shutAfterUse({ target, currentTarget }: MouseEvent<HTMLElement>): void {
	if (target instanceof Element && target.closest('a, [data-shuts]')) currentTarget.togglePopover(false);
}
