/** For a library that adds its own statements to our transactions. */
export { sql } from 'drizzle-orm';
