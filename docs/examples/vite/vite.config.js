import mmScope from 'mm-scope/vite';

export default { base: './', plugins: [mmScope()] };
