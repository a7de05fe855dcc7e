import css from './button.module.css';

/** Class of everything that looks like a button, including links. */
export const buttonClass = css['button'] ?? '';
