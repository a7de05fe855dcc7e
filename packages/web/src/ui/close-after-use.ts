import type { MouseEvent } from 'react';

/** Click handler of a native popover. Closes it after a link in it, or a control marked with `data-shuts`, was used. */
export function closeAfterUse({ target, currentTarget }: MouseEvent<HTMLElement>): void {
	if (target instanceof Element && target.closest('a, [data-shuts]')) currentTarget.togglePopover(false);
}
