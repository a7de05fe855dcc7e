import { Children, type ReactNode } from 'react';
import css from './dot-separated.module.css';

/** Shows facts in a row with dots between them, but without dots at line breaks. Nulls are left out. */
export function DotSeparated({ parts, className }: { parts: readonly ReactNode[]; className?: string | undefined }) {
	return (
		<p className={className}>
			<span className={css['line']}>
				{Children.map(
					parts.filter((part) => part !== null),
					(part, i) => (
						<span>
							{i > 0 ? <span aria-hidden="true">· </span> : null}
							{part}{' '}
						</span>
					),
				)}
			</span>
		</p>
	);
}
