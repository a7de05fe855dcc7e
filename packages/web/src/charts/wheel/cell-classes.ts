import type { WheelPath } from '@sw/domain/signals/wheel/merge';
import css from './wheel.module.css';

/** Classes of a path or cell. */
export const cellClasses = ({ kind, tone, depth }: Omit<WheelPath, 'd'>): string =>
	kind === 'lit' ? `${css['lit']} ${css[tone ?? '']} ${css[`depth${depth}`]}` : (css[kind] ?? '');
