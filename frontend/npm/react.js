// Types alone: react.d.ts.
export {};
